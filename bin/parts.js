/**
 * `npm run parts`: the packages of this program. Prints every package under its license, and writes the bill of
 * materials (CycloneDX 1.5) to sbom.cdx.json, or to the given path.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { listLicenses } from './lib/licenses.js'
import { runNpm } from './lib/npm.js'
import { inRoot } from './lib/paths.js'
import { Refusal, runMain } from './lib/refusal.js'

await runMain(async () => {
  const licenses = listLicenses(JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')))
  for (const [license, names] of [...licenses].sort()) console.log(`${license}\n  ${names.sort().join('\n  ')}\n`)
  const path = process.argv[2] ?? 'sbom.cdx.json'
  const { code, output } = await runNpm(process.execPath, ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'])
  if (code !== 0) throw new Refusal(`npm sbom did not work: ${output.trim()}`)
  writeFileSync(path, output)
  console.log(`The bill of materials is in ${path}.`)
})
