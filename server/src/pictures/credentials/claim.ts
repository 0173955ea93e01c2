import type { ClaimedPicture } from './sign-task.ts'

const sourceTypes = 'http://cv.iptc.org/newscodes/digitalsourcetype/'
/** The name of our own assertion: by the specification, a domain turned around. */
export const recordLabel = 'org.espalier.generation'
/** What the ingredients of one claim are called inside of it. */
export const parentId = 'parent'
export const inputId = (place: number) => `input-${place + 1}`

/**
 * What is claimed of a picture, as the library takes it (a manifest definition). One that was made of another begins with
 * the other, opened and then changed; any other begins with itself (C2PA Technical Specification 2.2, 18.15).
 * @param origin `parent`: it was made from another picture of the chain; `words`: from a prompt alone.
 */
export function claimOf(picture: ClaimedPicture, origin: 'parent' | 'words') {
  const digitalSourceType = sourceTypes + picture.sourceType
  const softwareAgent = { name: picture.agent }
  const inputs = picture.inputs.map((_input, place) => inputId(place))
  const made = {
    digitalSourceType,
    softwareAgent,
    ...(inputs.length > 0 ? { parameters: { ingredientIds: inputs } } : {}),
  }
  const actions =
    origin === 'parent'
      ? [
          { action: 'c2pa.opened', parameters: { ingredientIds: [parentId] } },
          { action: 'c2pa.edited', ...made },
        ]
      : [{ action: 'c2pa.created', ...made }]
  return {
    claim_version: 2,
    claim_generator_info: [{ name: 'Espalier' }],
    title: picture.title,
    format: picture.mediaType,
    assertions: [
      { label: 'c2pa.actions.v2', data: { actions } },
      { label: recordLabel, data: picture.record },
    ],
  }
}
