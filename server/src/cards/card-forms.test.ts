import { getTableColumns } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { boardHeader, compactCard, compactCardExtras } from '#contract/board/compact-board.ts'
import { cardFile } from '#contract/board/project-file.ts'
import { generationShape } from '#contract/cards/generation.ts'
import { pictureRecord } from '#contract/cards/picture-record.ts'
import { sharedCardShape } from '#contract/sharing/shared-board.ts'
import { generations } from '#server/db/schema/generations.ts'

/** The forms of a card beside its row. `docs/adding.md` says where each is written. */
const forms = ['api', 'compact', 'file', 'shared', 'record'] as const
type Form = (typeof forms)[number]

/** The field of each form that has this column; where it has the same name: true. Null: this form leaves it out, which is decided. */
type FormsOfColumn = Readonly<Record<Form, string | true | null>>

const columns: Readonly<Record<keyof typeof generations.$inferSelect, FormsOfColumn>> = {
  id: { api: true, compact: '[0]', file: true, shared: true, record: null },
  userId: { api: null, compact: null, file: null, shared: null, record: null },
  projectId: { api: true, compact: 'header.projectId', file: null, shared: null, record: null },
  parentGenerationId: { api: true, compact: true, file: true, shared: true, record: 'ancestors' },
  parentImageId: { api: true, compact: true, file: true, shared: true, record: null },
  branchKind: { api: true, compact: true, file: true, shared: 'recipe.branchKind', record: true },
  prompt: { api: true, compact: '[6]', file: true, shared: 'recipe.prompt', record: true },
  writtenPrompt: { api: true, compact: true, file: true, shared: null, record: true },
  improvedFrom: { api: true, compact: true, file: true, shared: null, record: true },
  references: { api: true, compact: true, file: true, shared: 'recipe.references', record: null },
  edit: { api: true, compact: true, file: 'edit.asked', shared: 'recipe.operation', record: true },
  editRecord: { api: true, compact: true, file: 'edit.record', shared: null, record: null },
  model: { api: true, compact: '[7]', file: true, shared: 'recipe.model', record: true },
  styleId: { api: 'settings.style', compact: 'style', file: 'style.id', shared: null, record: null },
  style: { api: null, compact: null, file: true, shared: 'recipe.style', record: null },
  imagePrompts: { api: true, compact: true, file: true, shared: null, record: null },
  styleReferences: { api: true, compact: true, file: true, shared: null, record: null },
  conversationHistory: { api: null, compact: null, file: true, shared: null, record: null },
  aspectRatio: {
    api: 'settings.aspectRatio',
    compact: '[8]',
    file: true,
    shared: 'recipe.aspectRatio',
    record: 'settings.aspectRatio',
  },
  resolution: {
    api: 'settings.resolution',
    compact: '[9]',
    file: true,
    shared: 'recipe.resolution',
    record: 'settings.resolution',
  },
  rawMode: { api: 'settings.rawMode', compact: true, file: true, shared: 'recipe.rawMode', record: 'settings.rawMode' },
  controls: {
    api: 'settings.controls',
    compact: true,
    file: true,
    shared: 'recipe.controls',
    record: 'settings.controls',
  },
  seed: { api: 'settings.seed', compact: '[10]', file: true, shared: 'recipe.seed', record: true },
  canvasX: { api: true, compact: '[4]', file: true, shared: true, record: null },
  canvasY: { api: true, compact: '[5]', file: true, shared: true, record: null },
  isCollapsed: { api: true, compact: true, file: true, shared: null, record: null },
  price: { api: true, compact: true, file: null, shared: null, record: null },
  madeBy: { api: 'madeBy.tokenId', compact: 'madeBy.tokenId', file: null, shared: null, record: null },
  madeByName: { api: 'madeBy.name', compact: 'madeBy.name', file: null, shared: null, record: null },
  purseId: { api: 'madeBy.purseId', compact: 'madeBy.purseId', file: null, shared: null, record: null },
  why: { api: 'madeBy.why', compact: 'madeBy.why', file: null, shared: null, record: null },
  createdAt: { api: true, compact: '[3]', file: true, shared: true, record: null },
  deletedAt: { api: null, compact: null, file: null, shared: null, record: null },
}

/** Fields of a form that are no column: of its images and parents, and what is computed. */
const computed: Readonly<Record<Form, readonly string[]>> = {
  api: ['images', 'status', 'origin', 'executor', 'hiddenModel'],
  compact: ['[1]', '[2]', '[11]', '[12]', '[13]', '[14]', 'parentImage', 'hiddenModel', 'images', 'slots', 'header'],
  file: ['images'],
  shared: ['images', 'recipe'],
  record: ['ancestors'],
}

/** Objects whose fields are columns one by one; the fields of others come from one column together. */
const groups = /^(settings|recipe)\./

/** The schema of an object below `nullable`, `optional`, `catch` and the like; null for any other. */
function objectOf(schema: z.ZodType): z.ZodObject | null {
  const { def } = schema as z.ZodType & { readonly def: { readonly type: string; readonly innerType?: z.ZodType } }
  if (def.type === 'object') return schema as z.ZodObject
  return def.innerType ? objectOf(def.innerType) : null
}

/** All fields of an object, as 'settings' and 'settings.seed'. */
function fieldsOf(schema: z.ZodType, depth = 2): string[] {
  return Object.entries(objectOf(schema)?.shape ?? {}).flatMap(([name, field]) => [
    name,
    ...(depth > 1 ? fieldsOf(field as z.ZodType, depth - 1).map((part) => `${name}.${part}`) : []),
  ])
}

const fields: Readonly<Record<Form, readonly string[]>> = {
  api: fieldsOf(generationShape),
  compact: [
    ...compactCard.def.items.map((_, place) => `[${place}]`),
    ...fieldsOf(compactCardExtras),
    'header',
    ...fieldsOf(boardHeader).map((name) => `header.${name}`),
  ],
  file: fieldsOf(cardFile),
  shared: fieldsOf(sharedCardShape),
  record: fieldsOf(pictureRecord),
}

const nameIn = (form: Form, column: keyof typeof columns) => {
  const name = columns[column][form]
  return name === true ? column : name
}
const columnNames = Object.keys(columns) as (keyof typeof columns)[]

describe('a column of a card', () => {
  it('is listed with its forms: the compiler names a missing one, and this one that is gone', () => {
    expect(columnNames.toSorted()).toEqual(Object.keys(getTableColumns(generations)).toSorted())
  })

  it.each(forms)('is in the form %s where the list says so', (form) => {
    const names = columnNames.flatMap((column) => nameIn(form, column) ?? [])
    expect(names.filter((name) => !fields[form].includes(name))).toEqual([])
  })

  it.each(forms)('is behind each field of the form %s, or the field is computed', (form) => {
    const known = new Set([...columnNames.map((column) => nameIn(form, column)), ...computed[form]])
    const beginnings = new Set([...known].map((name) => name?.split('.')[0]))
    const isKnown = (name: string) => known.has(name) || (!groups.test(name) && beginnings.has(name.split('.')[0]))
    const unknown = fields[form].filter((name) => !isKnown(name))
    expect(unknown).toEqual([])
  })
})
