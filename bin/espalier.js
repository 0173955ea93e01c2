#!/usr/bin/env node
/**
 * The command line program of a clone, by its sources: `npx espalier` here, or anywhere after `npm link`. The package for other
 * machines is made in cli/package.
 */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(`Needs Node 22.18 or newer; this is ${process.versions.node}.\n`)
  process.exit(1)
}
const source = new URL('../cli/src/main.ts', import.meta.url)
await import(source.href)
