import { defineConfig } from 'vitest/config'

/**
 * Three suites, fastest first. `unit` needs nothing but Node; `http` runs the app on the embedded PostgreSQL, one cloned
 * database a file; `e2e` drives a real browser against the real server.
 */
export default defineConfig({
  test: {
    // Two files at a time, also on two cores: much of each is waiting for a browser, a database or a process.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['*.test.ts', 'bin/**/*.test.js', '{domain,contract,server,web}/src/**/*.test.ts'],
          exclude: ['**/*.http.test.ts'],
        },
      },
      {
        test: {
          name: 'http',
          include: ['server/src/**/*.http.test.ts'],
          globalSetup: ['server/src/testing/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
