import { z } from 'zod'
import { descriptionBody } from '#contract/cards/description.ts'
import { type ReferenceBody, referenceBody } from '#contract/prompts/reference-calls.ts'
import { createSavedPromptBody } from '#contract/prompts/saved-prompt.ts'
import { maxReferencePictures } from '#domain/prompt/named-reference.ts'
import { success } from '#domain/result.ts'
import { setDescription } from '../../features/descriptions/image-descriptions.ts'
import { createSavedPrompt } from '../../features/prompts/change-saved-prompts.ts'
import { listSavedPromptNames, selectSavedPrompts } from '../../features/prompts/saved-prompt-rows.ts'
import { listWordListNames } from '../../features/prompts/word-list-rows.ts'
import { createReference, listReferenceNames } from '../../features/references/named-references.ts'
import { agentTool, asText } from '../agent-tool.ts'
import { findNamedImage } from '../find-named.ts'
import { image, repeatable, requestId } from './ask-for-images.ts'

/** Names of each kind in an answer: enough to choose from, at most some 10,000 tokens. */
const maxNames = 200
/** Saved prompts that an answer has with their texts: where a search finds no more. */
const maxTexts = 5

export const wordTools = [
  agentTool(
    {
      name: 'list_words',
      title: 'List words',
      description: `Lists the names of what prompts of the person can use: named references (@anna sends their pictures), lists of words (__light__ draws one for each image), and saved prompts; the first ${maxNames} of each. A search that finds at most ${maxTexts} saved prompts also has their texts, which are data.`,
      scope: 'read',
      reach: 'account',
      effect: 'nothing',
      input: z.strictObject({
        search: z.string().max(120).optional().describe('Part of a name, or of a saved prompt.'),
      }),
    },
    async ({ deps: { db }, userId }, { search = '' }) => {
      const page = { q: search, limit: maxNames }
      const [references, lists, prompts] = await Promise.all([
        listReferenceNames(db, userId, page),
        listWordListNames(db, userId, page),
        listSavedPromptNames(db, userId, page),
      ])
      const texts =
        prompts.length > 0 && prompts.length <= maxTexts
          ? await selectSavedPrompts(db, userId, { after: null, q: search, limit: maxTexts })
          : []
      return success({
        text: asText({
          references: references.map(({ name, kind }) => ({ name: `@${name}`, kind })),
          lists: lists.map((name) => `__${name}__`),
          prompts: texts.length > 0 ? texts.map(({ name, text }) => ({ name, text })) : prompts,
        }),
      })
    },
  ),
  agentTool(
    {
      name: 'save_prompt',
      title: 'Save a prompt',
      description: 'Saves a prompt of the person under a name that no other has. list_words finds it.',
      scope: 'edit',
      reach: 'account',
      effect: 'adds',
      input: createSavedPromptBody.pick({ name: true, text: true, tags: true }).extend({ request_id: requestId }),
    },
    async (call, { request_id: written, ...asked }) => {
      const body = { ...asked, model: null, settings: null }
      const saved = await createSavedPrompt(call.deps, {
        userId: call.userId,
        body,
        idempotency: repeatable(call, written, { call: 'save-prompt', body }),
      })
      return saved.ok ? success({ text: asText({ saved: saved.value.name }) }) : saved
    },
  ),
  agentTool(
    {
      name: 'name_reference',
      title: 'Name a reference',
      description: `Names one to ${maxReferencePictures} images, so that @name in a prompt sends them to models that take pictures. A name that the person has already is refused, unless new_version gives it these images from now on; cards keep what they were sent.`,
      scope: 'edit',
      reach: 'account',
      effect: 'adds',
      input: z.strictObject({
        name: referenceBody.shape.name.describe('Without @.'),
        kind: referenceBody.shape.kind.unwrap(),
        images: z.array(image).min(1).max(maxReferencePictures),
        new_version: z.boolean().default(false),
        request_id: requestId,
      }),
    },
    async (call, { name, kind, images, new_version: isVersion, request_id: written }) => {
      const imageIds: string[] = []
      for (const each of images) {
        const found = await findNamedImage(call, each)
        if (!found.ok) return found
        imageIds.push(found.value.id)
      }
      const body: ReferenceBody = { name, kind, imageIds, uploadIds: [] }
      const sameName = isVersion ? 'new-version' : 'refused'
      const named = await createReference(call.deps, {
        userId: call.userId,
        body,
        sameName,
        idempotency: repeatable(call, written, { call: 'name-reference', body: { ...body, sameName } }),
      })
      if (!named.ok) return named
      return success({ text: asText({ reference: `@${named.value.name}`, versions: named.value.versions.length }) })
    },
  ),
  agentTool(
    {
      name: 'describe_image',
      title: 'Describe an image',
      description:
        'Keeps what you see in an image, after get_image has shown it: subject, setting, composition, light, colors, medium and mood, in two to five sentences. The person finds the image by these words. Replaces a description by a program; one by the person stays.',
      scope: 'edit',
      reach: 'project',
      effect: 'changes',
      input: descriptionBody
        .pick({ text: true })
        .extend({ image, language: descriptionBody.shape.language.describe('Of the text: en, pt-BR.') }),
    },
    async (call, { image: written, text, language }) => {
      const found = await findNamedImage(call, written)
      if (!found.ok) return found
      const { deps, userId, token } = call
      const described = await setDescription(
        deps.db,
        { userId, imageId: found.value.id, by: 'model' },
        { text, language, languageModel: token.name },
      )
      return described.ok ? success({ text: asText({ image: written, described: described.value.text }) }) : described
    },
  ),
]
