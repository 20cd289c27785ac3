import { mount } from 'svelte';

import App from './App.svelte';
import { language } from './language.svelte';
import './theme.css';

const target = document.getElementById('app');
if (!target) throw new Error('The page has no place for the app.');
await language.speak();
mount(App, { target });
