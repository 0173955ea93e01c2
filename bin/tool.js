/**
 * `node bin/tool.js FILE [arguments]`: runs one of the project's TypeScript programs (a bench, the photographs) on Node
 * 24 with the development packages, the built web and the built server, installing what is missing.
 */
import { prepare } from './lib/prepare.js'
import { Refusal, runMain } from './lib/refusal.js'
import { runInTerminal } from './lib/run.js'

await runMain(async () => {
  const [file, ...args] = process.argv.slice(2)
  if (!file) throw new Refusal('Say which program to run: node bin/tool.js bench/load.ts')
  const node = await prepare({ purpose: 'test', parts: 'build' })
  runInTerminal(node, [file, ...args])
})
