import { createManagedServer } from '../managed-server.ts'

/** A process that owns a managed server: prints its address, and lives until it is killed. @param argv Lease, then the server's own. */
const [leaseName = '', program = '', ...args] = process.argv.slice(2)
const server = createManagedServer({
  leaseName,
  addressArgs: (host, port) => ['--listen-ip', host, '--listen-port', String(port)],
  readyPath: '/sdcpp/v1/capabilities',
  progressOf: () => null,
})
void server.work(
  { program, args, environment: {}, leastMemoryBytes: 0 },
  async (address) => {
    process.stdout.write(`${address}\n`)
    return new Promise<never>(() => undefined)
  },
  { signal: new AbortController().signal, onProgress: () => undefined },
)
