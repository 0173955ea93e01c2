import { createLocalEngine } from '../local-engine.ts'
import { listening, tinyModel, tinyTask } from './tiny-tasks.ts'

/** A process that has a picture painted, as the server does: prints the shared libraries that it has loaded itself, as JSON. */
const [runtimeFolder = ''] = process.argv.slice(2)
const engine = createLocalEngine({
  leaseName: `painter owner ${process.pid}`,
  runtimeFolder: async () => runtimeFolder,
  threads: 1,
  entry: new URL('../process/engine-child.ts', import.meta.url),
})
await engine.paint(tinyTask(tinyModel()), listening())
const { sharedObjects } = process.report.getReport() as { sharedObjects: string[] }
process.stdout.write(JSON.stringify(sharedObjects))
await engine.close()
