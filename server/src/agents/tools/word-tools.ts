import { z } from 'zod'
import { success } from '#domain/result.ts'
import { listSavedPromptNames, selectSavedPrompts } from '../../features/prompts/saved-prompt-rows.ts'
import { listWordListNames } from '../../features/prompts/word-list-rows.ts'
import { listReferenceNames } from '../../features/references/named-references.ts'
import { agentTool, asText } from '../agent-tool.ts'

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
]
