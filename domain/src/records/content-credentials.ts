/**
 * The statements of a picture's content credentials about its making: the report of a C2PA reader in words
 * (https://spec.c2pa.org/specifications/, manifest stores as c2pa-rs reports them in JSON).
 */

/** The longest name of a tool or a signer that is repeated, in characters. */
const maxNameLength = 80

const aiSources = /\/(trainedAlgorithmicMedia|compositeWithTrainedAlgorithmicMedia)$/

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const recordsIn = (value: unknown) => (Array.isArray(value) ? value.filter(isRecord) : [])

/** A name from outside on one line; null where there is none. */
function nameIn(value: unknown): string | null {
  if (isRecord(value)) return nameIn(value.name)
  if (typeof value !== 'string') return null
  // Controls and marks of direction could disguise the words around them.
  const name = value.replaceAll(/[\p{C}\s]+/gu, ' ').trim()
  return name === '' ? null : Array.from(name).slice(0, maxNameLength).join('')
}

/**
 * A sentence for the person who brings the picture in; null where the report names neither a tool nor a model. No signer is
 * checked against a list of known ones, and the sentence says so.
 * @param report The JSON of the reader, from outside.
 */
export function sayCredentials(report: unknown): string | null {
  if (!isRecord(report) || typeof report.active_manifest !== 'string' || !isRecord(report.manifests)) return null
  const manifest = report.manifests[report.active_manifest]
  if (!isRecord(manifest)) return null
  const actions = recordsIn(manifest.assertions)
    .filter(({ label }) => typeof label === 'string' && label.startsWith('c2pa.actions'))
    .flatMap(({ data }) => (isRecord(data) ? recordsIn(data.actions) : []))
  const agents = actions.flatMap(({ softwareAgent }) => nameIn(softwareAgent) ?? [])
  const tool = agents[0] ?? recordsIn(manifest.claim_generator_info).map(nameIn).find(Boolean) ?? null
  const byAi = actions.some(({ digitalSourceType: source }) => typeof source === 'string' && aiSources.test(source))
  if (tool === null && !byAi) return null
  if (report.validation_state === 'Invalid')
    return 'Its content credentials do not match it: the picture was changed after they were signed.'
  const made = [tool && `made with ${tool}`, byAi && 'by an AI model'].filter(Boolean).join(', ')
  const signer = isRecord(manifest.signature_info) ? nameIn(manifest.signature_info.issuer) : null
  return `Its content credentials say: ${made}${signer ? ` (signed by ${signer}, which was not checked)` : ''}.`
}
