import { fileURLToPath } from 'node:url'
import { installRuntime } from '../install-runtime.ts'

const folder = fileURLToPath(new URL('../../../.engine/', import.meta.url))

/** ONNX Runtime in the folder that `npm test` installs it into. */
export const runtimeInTest = () => installRuntime(folder)
