// Fails when folders of src/ import each other in a circle, types included: `npm run folders`.
// A folder stands for everything below it; the files of src/ itself are the folder '.'.
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { argv, exit } from 'node:process';
import { fileURLToPath } from 'node:url';

import ts from 'typescript';

const SCRIPT = /<script[^>]*>(.*?)<\/script>/gs;
const DYNAMIC = /\bimport\((['"])[^'"]+\1\)/g;

/** The folder of a path that is relative to src/. */
function folderOf(path) {
    return path.includes('/') ? path.split('/')[0] : '.';
}

/** The code of a component: its scripts, and what its markup loads, as in {#await import('./Page.svelte')}. */
function codeOf(component) {
    const scripts = [...component.matchAll(SCRIPT)].map(([, body]) => body);
    return [...scripts, ...(component.replace(SCRIPT, '').match(DYNAMIC) ?? [])].join(';\n');
}

/** The relative imports of a file, static, dynamic and of types. */
function importsOf(path, text) {
    const code = path.endsWith('.svelte') ? codeOf(text) : text;
    const specifiers = ts.preProcessFile(code, true, true).importedFiles.map(({ fileName }) => fileName);
    return specifiers.filter((one) => one.startsWith('.')).map((one) => posix.join(posix.dirname(path), one));
}

/** Which folder imports which, with one import of each pair as an example: {from: {to: 'a/x.ts imports b/y'}}. */
export function folderImports(files) {
    const graph = {};
    for (const [path, text] of Object.entries(files)) {
        const from = folderOf(path);
        for (const target of importsOf(path, text)) {
            // './en' beside i18n/index.ts is a folder of i18n; '../i18n' is the folder itself.
            const to = target in files || target.includes('/') ? folderOf(target) : folderNamed(target, files);
            if (from !== to) (graph[from] ??= {})[to] ??= `${path} imports ${target}`;
        }
    }
    return graph;
}

/** The folder of a target at the top of src/: 'i18n' is a folder with an index, 'App.svelte' a file. */
function folderNamed(target, files) {
    return Object.keys(files).some((path) => path.startsWith(`${target}/`)) ? target : '.';
}

/** One circle of folders as a list whose last entry is its first, or null. */
export function findCycle(graph) {
    const done = new Set();
    function visit(folder, way) {
        if (way.includes(folder)) return [...way.slice(way.indexOf(folder)), folder];
        if (done.has(folder)) return null;
        for (const next of Object.keys(graph[folder] ?? {})) {
            const cycle = visit(next, [...way, folder]);
            if (cycle) return cycle;
        }
        done.add(folder);
        return null;
    }
    for (const folder of Object.keys(graph)) {
        const cycle = visit(folder, []);
        if (cycle) return cycle;
    }
    return null;
}

function sources(root) {
    const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'));
    const code = paths.filter((path) => /\.(ts|svelte)$/.test(path));
    return Object.fromEntries(code.map((path) => [path, readFileSync(`${root}/${path}`, 'utf8')]));
}

if (argv[1] === fileURLToPath(import.meta.url)) {
    const graph = folderImports(sources(fileURLToPath(new URL('../src', import.meta.url))));
    const cycle = findCycle(graph);
    if (cycle) {
        console.error(`Folders import each other: ${cycle.join(' -> ')}`);
        cycle.slice(1).forEach((to, at) => console.error(`  ${graph[cycle[at]][to]}`));
        exit(1);
    }
}
