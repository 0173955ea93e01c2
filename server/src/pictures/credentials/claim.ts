import { digitalSourceTypes } from '#domain/records/xmp-packet.ts'
import type { ClaimedPicture, ConvertedPicture } from './credentials-task.ts'

/** The name of our own assertion: a reversed domain name, as C2PA requires. */
const recordLabel = 'org.espalier.generation'
/** The names of a claim's ingredients inside the manifest. */
export const parentId = 'parent'
export const inputId = (place: number) => `input-${place + 1}`

/**
 * Builds the claims about a picture, as the library accepts them (a manifest definition). A picture made from another
 * one begins with that one, opened and then changed; one that was brought in begins with its file, opened; any other begins with itself (C2PA Technical Specification 2.2,
 * 18.15).
 * @param origin `parent`: it was made from another picture of the chain; `words`: from a prompt alone.
 */
export function claimOf(picture: ClaimedPicture, origin: 'parent' | 'words') {
  const opened = { action: 'c2pa.opened', parameters: { ingredientIds: [parentId] } }
  const inputs = picture.inputs.map((_input, place) => inputId(place))
  const made = {
    digitalSourceType: digitalSourceTypes + picture.sourceType,
    softwareAgent: { name: picture.agent },
    ...(inputs.length > 0 ? { parameters: { ingredientIds: inputs } } : {}),
  }
  const actions =
    picture.sourceType === null
      ? [opened]
      : origin === 'parent'
        ? [opened, { action: picture.action, ...made }]
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

/**
 * Builds the claims about a converted picture: what it was made from, opened, and what was done with it. The last action says where the whole file
 * comes from.
 */
export function conversionClaim({ title, mediaType, sourceType, conversions }: ConvertedPicture) {
  const opened = { action: 'c2pa.opened', parameters: { ingredientIds: [parentId] } }
  const done = conversions.map((action, place) => ({
    action,
    ...(sourceType !== null &&
      place === conversions.length - 1 && { digitalSourceType: digitalSourceTypes + sourceType }),
  }))
  return {
    claim_version: 2,
    claim_generator_info: [{ name: 'Espalier' }],
    title,
    format: mediaType,
    assertions: [{ label: 'c2pa.actions.v2', data: { actions: [opened, ...done] } }],
  }
}
