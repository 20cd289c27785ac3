import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type UserConfig } from 'vite';

import { leanWords } from './scripts/lean_words.ts';

const server = process.env['LONGROAD_SERVER'] ?? 'http://127.0.0.1:8000';
const isTest = process.env['VITEST'] !== undefined;

// Vitest reads `test`; the build, which is made without Vitest, does not know its type.
const config: UserConfig & { test: object } = {
  plugins: [leanWords(), svelte()],
  build: {
    outDir: '../src/longroad/server/static',
    emptyOutDir: true,
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'], // these know light-dark(), which the tokens use
    modulePreload: { polyfill: false }, // so do all browsers that know light-dark()
    assetsInlineLimit: 2048,
    // Few files, because each is compressed by itself: what most pages need, what two of them need, one for each page.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'shared', minShareCount: 3, priority: 2 },
            { name: 'board', minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/api': { target: server, ws: true } },
  },
  ...(isTest ? { resolve: { conditions: ['browser'] } } : {}),
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.ts'],
    restoreMocks: true,
  },
};

export default defineConfig(config);
