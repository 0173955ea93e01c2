/** Writes the tiny model of the tests into a folder: node engine/tools/make-tiny-model.ts folder */
import { writeModel } from './write-model.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Name the folder to write into.')
for (const [role, file] of Object.entries(writeModel(folder))) console.log(`${role}: ${file}`)
