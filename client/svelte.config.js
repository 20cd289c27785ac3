import { relative } from 'node:path';

const names = new Map(); // scoped class name -> component file

/** A short and unique class name: it is repeated for every class of the built page. */
function cssHash({ hash, filename }) {
    const written = hash(relative(import.meta.dirname, filename));
    for (let length = 2; ; length++) {
        const name = `s${written.slice(0, length)}`;
        if ((names.get(name) ?? filename) === filename) {
            names.set(name, filename);
            return name;
        }
    }
}

/** @type {import("@sveltejs/vite-plugin-svelte").SvelteConfig} */
export default { compilerOptions: { runes: true, cssHash } };
