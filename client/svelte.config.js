import { relative } from 'node:path';

const names = new Map(); // the class that keeps the styles of a component to itself -> its file

/** A class that is short, because it stands behind every class of the built page, and that no other component has. */
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
