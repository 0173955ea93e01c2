/** `npm start`: from a fresh clone to a running server. `npm run dev`: the same, with web and server run from their sources. */
import { prepare } from './lib/prepare.js'
import { runMain } from './lib/refusal.js'
import { runServer } from './lib/run-server.js'

await runMain(async () => {
  const args = process.argv.slice(2)
  const mode = args.includes('--dev') ? 'dev' : 'start'
  const node = await prepare({ purpose: 'run', parts: mode === 'dev' ? 'leave' : 'build' })
  runServer(node, { mode, args })
})
