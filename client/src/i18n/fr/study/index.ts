import { areasOf } from '../../areas';

export default areasOf(import.meta.glob('./*.json', { import: 'default', eager: true }));
