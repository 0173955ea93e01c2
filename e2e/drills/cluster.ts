import { parseArgs } from 'node:util'
import { runProcess } from '#server/process/run-process.ts'
import { startCluster } from './cluster/cluster.ts'

/** Two web and two worker processes behind a balancer, on a real PostgreSQL and S3 server of their own, until Ctrl+C. */
const { values } = parseArgs({
  options: {
    webs: { type: 'string', default: '2' },
    workers: { type: 'string', default: '2' },
    postgres: { type: 'string' },
    storage: { type: 'string' },
  },
})

await runProcess({
  async start(undo) {
    const cluster = await startCluster({
      webs: Number(values.webs),
      workers: Number(values.workers),
      ...(values.postgres === 'debian' || values.postgres === 'embedded' ? { postgres: values.postgres } : {}),
      ...(values.storage === 's3' || values.storage === 'disk' ? { storage: values.storage } : {}),
    })
    undo(() => cluster.stop())
    const rows = [
      ...[...cluster.webs, ...cluster.workers].map(({ name, address, pid }) => `${name}  process ${pid()}  ${address}`),
      `PostgreSQL ${cluster.postgres.version}  ${cluster.postgres.connectionString}`,
      `storage  ${cluster.s3 ? `${cluster.s3.endpoint}/${cluster.s3.bucket}` : cluster.variables.DATA_DIR}`,
    ]
    process.stdout.write(`${rows.join('\n')}\n`)
    return cluster.url
  },
  ready: (address) => `The cluster is ready: ${address}`,
})
