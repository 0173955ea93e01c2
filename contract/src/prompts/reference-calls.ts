import { z } from 'zod'
import {
  isReferenceName,
  maxListedVersions,
  maxReferencePictures,
  referenceKinds,
} from '#domain/prompt/named-reference.ts'
import { editingAccount, generating, readingAccount } from '../call-scope.ts'
import { list } from '../list.ts'
import { newId, plainString, time, uuid } from '../text.ts'
import { withIdempotencyKey } from '../with-idempotency-key.ts'
import { referenceUses, referenceUsesQuery, remakeBody, remakeReply } from './reference-use.ts'

const name = plainString(60).refine(
  isReferenceName,
  'Letters, digits, _ and - alone, beginning with a letter or digit.',
)

const referenceVersion = z.strictObject({
  id: z.uuid(),
  /** Images, then uploads, in the order in which they are sent. */
  imageIds: z.array(z.uuid()),
  uploadIds: z.array(z.uuid()),
  createdAt: time,
})

/** A name for pictures that prompts send, as `@anna`. */
export const referenceShape = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  kind: z.enum(referenceKinds),
  /** Newest first: the first one is sent. The list has the newest `maxListedVersions` alone. */
  versions: z.array(referenceVersion),
})
export type ReferenceShape = z.infer<typeof referenceShape>

const pictures = {
  imageIds: z.array(uuid).max(maxReferencePictures),
  uploadIds: z.array(uuid).max(maxReferencePictures),
}
type Pictures = {
  readonly imageIds?: readonly string[] | undefined
  readonly uploadIds?: readonly string[] | undefined
}
const countOf = ({ imageIds = [], uploadIds = [] }: Pictures) => imageIds.length + uploadIds.length
const pictureCount = { message: `A reference has one to ${maxReferencePictures} pictures.`, path: ['imageIds'] }

export const referenceBody = z
  .strictObject({
    id: newId,
    name,
    kind: z.enum(referenceKinds).default('character'),
    imageIds: pictures.imageIds.default([]),
    uploadIds: pictures.uploadIds.default([]),
  })
  .refine((body) => countOf(body) >= 1 && countOf(body) <= maxReferencePictures, pictureCount)
export type ReferenceBody = z.output<typeof referenceBody>

/** Pictures make a new version. */
export const changeReferenceBody = z
  .strictObject({
    name: name.optional(),
    kind: z.enum(referenceKinds).optional(),
    imageIds: pictures.imageIds.optional(),
    uploadIds: pictures.uploadIds.optional(),
  })
  .refine(
    (body) => (!body.imageIds && !body.uploadIds) || (countOf(body) >= 1 && countOf(body) <= maxReferencePictures),
    pictureCount,
  )
export type ChangeReferenceBody = z.output<typeof changeReferenceBody>

const byId = z.strictObject({ id: uuid })

/** The calls about named references. */
export const referenceCalls = {
  list: readingAccount
    .route({
      method: 'GET',
      path: '/references',
      summary: 'Your named references, by name',
      description: `Each with its newest ${maxListedVersions} versions; GET /references/{id} has all of them.`,
    })
    .output(z.strictObject(list(referenceShape))),
  get: readingAccount
    .route({ method: 'GET', path: '/references/{id}', summary: 'A named reference with all of its versions' })
    .input(byId)
    .output(referenceShape),
  create: editingAccount
    .route({
      method: 'POST',
      path: '/references',
      successStatus: 201,
      summary: 'Name one to six pictures, for prompts to send them',
      description: '`@name` in a prompt sends the pictures of the newest version, as far as the model takes pictures.',
      spec: withIdempotencyKey,
    })
    .input(referenceBody)
    .output(referenceShape),
  change: editingAccount
    .route({
      method: 'PATCH',
      path: '/references/{id}',
      summary: 'Rename a reference, or give it a new version',
      description: 'Pictures make a new version; cards keep the version that was sent.',
    })
    .input(changeReferenceBody.safeExtend({ id: uuid }))
    .output(referenceShape),
  remove: editingAccount
    .route({
      method: 'DELETE',
      path: '/references/{id}',
      summary: 'Delete a reference with its versions; cards keep their record, and pictures stay',
    })
    .input(byId)
    .output(z.strictObject({ deleted: z.int(), ids: z.array(uuid) })),
  uses: readingAccount
    .route({
      method: 'GET',
      path: '/references/{id}/uses',
      summary: 'The cards and saved prompts that name a reference, newest first, 50 a page',
    })
    .input(referenceUsesQuery)
    .output(referenceUses),
  remake: generating
    .meta({ reach: 'account' })
    .route({
      method: 'POST',
      path: '/references/{id}/remake',
      successStatus: 201,
      summary: 'Make cards again that were sent an older version of a reference',
      description:
        'Repeats their words and settings, so that the newest version is sent: in each project a series of the kind `rerun`, with each new card below the old one. All or nothing is paid; a card that can not be made again is listed under `refused`.',
      spec: withIdempotencyKey,
    })
    .input(remakeBody)
    .output(remakeReply),
}
