/** `npm run admin -- COMMAND`: runs a command of the operator with the packages and the build of `npm start`. */
import { inRoot } from './lib/paths.js'
import { prepare } from './lib/prepare.js'
import { runMain } from './lib/refusal.js'
import { runInTerminal } from './lib/run.js'

await runMain(async () => {
  const node = await prepare({ purpose: 'run', parts: 'build' })
  runInTerminal(node, [inRoot('server/dist/admin.js'), ...process.argv.slice(2)])
})
