/** `npm run admin -- COMMAND`: runs a command of the operator with the packages and the build of `npm start`. */
import { spawn } from 'node:child_process'
import { inRoot } from './lib/paths.js'
import { prepare } from './lib/prepare.js'
import { runMain } from './lib/refusal.js'

await runMain(async () => {
  const node = await prepare({ purpose: 'run', parts: 'build' })
  const child = spawn(node, [inRoot('server/dist/admin.js'), ...process.argv.slice(2)], { stdio: 'inherit' })
  child.on('exit', (code) => {
    process.exitCode = code ?? 1
  })
})
