import { readFile, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { type ReferenceKind, referenceKinds } from '#domain/prompt/named-reference.ts'
import { type Answer, type Call, type Command, clientOf } from '../command.ts'
import { findImage } from '../named.ts'
import { CliFailure, usageFault } from '../terminal.ts'

const importOption = { name: 'import', value: 'file', help: 'bring the entries of a file in' } as const

/** Brings the entries of a file in. @param path Of the call, below /api. */
async function importFile(call: Call, path: string): Promise<Answer> {
  const client = await clientOf(call)
  const written = call.given.text('import') ?? ''
  const bytes = await readFile(written).catch(() => null)
  if (!bytes) throw new CliFailure('usage', `There is no file ${JSON.stringify(written)}.`)
  const { saved, refused } = await client.importFile(path, { name: basename(written), bytes: new Uint8Array(bytes) })
  return {
    lines: [`${saved} saved`, ...refused.map(({ name, message }) => `refused  ${name}: ${message}`)],
    data: { saved, refused },
    ...(saved === 0 && refused.length > 0 && { exit: 'failed' as const }),
  }
}

function kindOf(call: Call): ReferenceKind | undefined {
  const written = call.given.text('kind')
  const kind = referenceKinds.find((known) => known === written)
  if (written !== undefined && !kind) throw usageFault(`--kind takes ${referenceKinds.join(', ')}.`)
  return kind
}

/** Prompts that are kept, lists that prompts draw words from, and names for pictures. */
export const wordCommands: readonly Command[] = [
  {
    name: 'prompts',
    takes: '[words]',
    help: 'List your saved prompts, newest first; with words those that have them',
    options: [
      { name: 'save', value: 'name', help: 'save the words as a prompt of this name' },
      importOption,
      { name: 'export', value: 'file', help: 'store all of them there: .json, .csv or .txt' },
    ],
    async run(call) {
      const { given } = call
      const [words = ''] = given.words
      if (given.text('import') !== undefined) return importFile(call, '/saved-prompts/import')
      const client = await clientOf(call)
      const file = given.text('export')
      if (file !== undefined) {
        const format = { json: 'json', csv: 'csv', txt: 'text' }[file.split('.').at(-1) ?? '']
        if (!format) throw usageFault('--export takes a file that ends with .json, .csv or .txt.')
        await writeFile(file, (await client.readFile(`/saved-prompts/export?format=${format}`)).bytes)
        return { lines: [file], data: { file } }
      }
      const name = given.text('save')
      if (name !== undefined) {
        if (words === '') throw usageFault('Write: espalier prompts --save <name> <words>')
        const saved = await client.api.savedPrompts.create({ name, text: words })
        return { lines: [`${saved.name}  ${saved.text}`], data: saved }
      }
      const { items } = await client.api.savedPrompts.list(words === '' ? {} : { q: words })
      const lines = items.map((prompt) => `${prompt.name}  ${prompt.text.replaceAll(/\s+/g, ' ')}`)
      return { lines: lines.length > 0 ? lines : ['There are no such prompts.'], data: { prompts: items } }
    },
  },
  {
    name: 'lists',
    takes: '[name]',
    help: 'List your lists of words, which prompts draw from as __name__; with a name its words',
    options: [importOption],
    async run(call) {
      if (call.given.text('import') !== undefined) {
        const name = call.given.words[0]
        const query = name === undefined ? '' : `?name=${encodeURIComponent(name)}`
        return importFile(call, `/word-lists/import${query}`)
      }
      const { items } = await (await clientOf(call)).api.wordLists.list()
      const name = call.given.words[0]
      if (name === undefined) {
        const lines = items.map((each) => `${String(each.words.length).padStart(5)}  __${each.name}__`)
        return { lines: lines.length > 0 ? lines : ['There are no lists.'], data: { lists: items } }
      }
      const found = items.find((each) => each.name.toLowerCase() === name.toLowerCase())
      if (!found) throw new CliFailure('not-found', `There is no list ${JSON.stringify(name)}.`)
      const lines = found.words.map(({ text, weight }) => (weight === 1 ? text : `${weight}::${text}`))
      return { lines, data: found }
    },
  },
  {
    name: 'references',
    takes: '[name] [image...]',
    help: 'List the names of your pictures, which prompts send as @name; with images name them',
    options: [{ name: 'kind', value: referenceKinds.join('|'), help: 'what they show; default: character' }],
    async run(call) {
      const client = await clientOf(call)
      const [name, ...images] = call.given.words
      const kind = kindOf(call)
      const { items } = await client.api.references.list()
      if (name === undefined) {
        const lines = items.map((each) => `@${each.name}  ${each.kind}, version ${each.versions.length}`)
        return { lines: lines.length > 0 ? lines : ['There are no references.'], data: { references: items } }
      }
      const known = items.find((each) => each.name.toLowerCase() === name.toLowerCase())
      if (images.length === 0) {
        if (!known) throw new CliFailure('not-found', `There is no reference ${JSON.stringify(name)}.`)
        const shown = kind ? await client.api.references.change({ id: known.id, kind }) : known
        return { lines: [`@${shown.name}  ${shown.kind}`], data: shown, pictures: shown.versions[0]?.imageIds ?? [] }
      }
      const imageIds: string[] = []
      for (const image of images) imageIds.push((await findImage(client, image)).image.id)
      const saved = known
        ? await client.api.references.change({ id: known.id, imageIds, ...(kind && { kind }) })
        : await client.api.references.create({ name, imageIds, ...(kind && { kind }) })
      return { lines: [`@${saved.name}  ${saved.kind}, version ${saved.versions.length}`], data: saved }
    },
  },
  {
    name: 'describe',
    takes: '<image>',
    help: 'Describe an image by a language model; may cost what GET /api/prompts/language-model says',
    options: [
      { name: 'language', value: 'tag', help: 'of the description, like pt-BR; default: en' },
      { name: 'save', help: 'store it as the description of the image, which search finds' },
    ],
    async run(call) {
      const [written] = call.given.words
      if (written === undefined) throw usageFault('Write: espalier describe <image>')
      const client = await clientOf(call)
      const { image } = await findImage(client, written)
      const language = call.given.text('language') ?? 'en'
      const described = await client.api.images.describe({ id: image.id, language })
      const { description: text, languageModel } = described
      if (call.given.has('save'))
        await client.api.images.setDescription({ id: image.id, text, language, languageModel })
      return { lines: [text], data: described }
    },
  },
]
