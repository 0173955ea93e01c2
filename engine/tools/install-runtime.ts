/** Installs ONNX Runtime into a folder, as the first picture would: node engine/tools/install-runtime.ts folder */
import { installRuntime } from '#engine/install-runtime.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Name the folder to install into.')
console.log(await installRuntime(folder))
