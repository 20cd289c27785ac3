import { fileURLToPath } from 'node:url';

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type UserConfig } from 'vite';

import { Chunks } from './scripts/chunks.ts';
import { stripKeys } from './scripts/strip_keys.ts';

const server = process.env['LONGROAD_SERVER'] ?? 'http://127.0.0.1:8000';
const chunks = new Chunks(fileURLToPath(new URL('./index.html', import.meta.url)));
const isTest = process.env['VITEST'] !== undefined;

// Vitest reads `test`; the build runs without Vitest and does not know its type.
const config: UserConfig & { test: object } = {
  base: './', // the server puts its own path into the page
  plugins: [stripKeys(), svelte()],
  build: {
    outDir: '../src/longroad/server/static',
    emptyOutDir: true,
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'], // these support light-dark(), which the tokens use
    modulePreload: { polyfill: false }, // browsers with light-dark() need none
    assetsInlineLimit: 2048,
    cssCodeSplit: true, // the styles of each chunk, so that playing does not load those for studying games
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunks.groups() },
      },
    },
  },
  server: {
    proxy: { '/api': { target: server, ws: true } },
  },
  ...(isTest ? { resolve: { conditions: ['browser'] } } : {}),
  test: {
    environment: 'happy-dom',
    pool: 'vmThreads', // a context for each file, without a new process
    include: ['src/**/*.test.ts', 'scripts/*.test.js'],
    restoreMocks: true,
  },
};

export default defineConfig(config);
