import { mount } from 'svelte';

import App from './App.svelte';
import { language } from './app/language.svelte';
import './app/theme.css';

const target = document.getElementById('app');
if (!target) throw new Error('The page has no place for the app.');
await language.apply();
mount(App, { target });
