import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { catalogue } from '#domain/models/catalogue.ts'

const pages = globSync(['*.md', '{bin,bench,cli,docs,domain,contract,deploy,e2e,engine,sketch,server,web}/**/*.md'], {
  exclude: ['**/node_modules/**'],
})
/** Written by a build or by the operator: not in the repository. */
const generated = new Set(['web/dist', 'server/dist', 'deploy/.env'])
/** Folders of the project: `data` is there only after a start, and is another folder than the `data/` of the web. */
const isFolderOfProject = (name: string) => existsSync(name) && name !== 'data'
/** Records describe the project at their date, so only their links are checked. */
const isRecord = (page: string) => /^docs\/decisions\/\d/.test(page)
const index = 'docs/decisions/README.md'
/** Source files: their comments name documents, too. */
const sources = globSync(
  ['*.ts', '{bin,bench,cli,e2e,domain,contract,sketch,engine,server,web}/**/*.{ts,tsx,js,css}'],
  { exclude: ['**/node_modules/**', '**/dist/**'] },
)
/** Words that cite a text outside of the repository. A specification is named by whose it is: C2PA's, XMP's. */
const citationsOfElsewhere = [
  /\bthe specification\b/i,
  /\bdecisions?,? (?:chapter|section|[A-Z]\d)/i,
  /\bsection \d+ of the (?:specification|brief|requirements)/i,
  /\b(?:product-spec|look-and-feel|wire|language)\.md\b/,
  /(?:^|[\s`'"(])(?:\.\.\/shared\/|\/work\/)/m,
  /\((?:finding |review )?[ABDFLRW]\d{1,2}\)/,
]
/** Rows of the index: file, title and status of a record. */
const indexRows = [...readFileSync(index, 'utf8').matchAll(/^\| \[\d{4}\]\((\S+)\) +\| (.+?) +\| (.+?) +\|$/gm)].map(
  ([, file = '', title, status = '']) => ({ file, title, status }),
)
const readRecord = (file: string) => readFileSync(`docs/decisions/${file}`, 'utf8')
/** The first paragraph below the title of a record: its date, and the records that it supersedes or that supersede it. */
const headOf = (file: string) => readRecord(file).split('\n\n')[1] ?? ''
/** Maximum characters of a cell of a table: a longer one is a list. */
const maxCellLength = 200
const scripts = Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).scripts)

const quoted = (page: string) => [...readFileSync(page, 'utf8').matchAll(/`([^`\n]+)`/g)].map(([, text]) => text ?? '')
const isThere = (path: string) => existsSync(path) || generated.has(path)

/** Quoted paths from the root of the project that lead nowhere. */
const missingPaths = (page: string) =>
  quoted(page).filter((text) => {
    const path = text.replace(/\/$/, '')
    const [top = ''] = path.split('/')
    return /^\w[\w.@-]*(\/[\w.@-]+)+$/.test(path) && isFolderOfProject(top) && !isThere(path)
  })

/** Relative links that lead nowhere. */
const missingLinks = (page: string) =>
  [...readFileSync(page, 'utf8').matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target) && !isThere(join(dirname(page), target)))

/** Quoted npm scripts that do not exist. */
const missingScripts = (page: string) =>
  quoted(page).filter((text) => {
    const [, script] = /^npm run ([\w:-]+)/.exec(text) ?? []
    return script !== undefined && !scripts.includes(script)
  })

describe('the documents', () => {
  it('name paths that exist', () =>
    expect(
      pages.filter((page) => !isRecord(page)).flatMap((page) => missingPaths(page).map((path) => [page, path])),
    ).toEqual([]))

  it('link to files that exist', () =>
    expect(pages.flatMap((page) => missingLinks(page).map((target) => [page, target]))).toEqual([]))

  it('name npm scripts that exist', () =>
    expect(
      pages.filter((page) => !isRecord(page)).flatMap((page) => missingScripts(page).map((script) => [page, script])),
    ).toEqual([]))

  it('cite no document that is not in the repository', () => {
    const cites = (path: string) => {
      const text = readFileSync(path, 'utf8')
      return citationsOfElsewhere.flatMap((pattern) => pattern.exec(text)?.[0] ?? [])
    }
    expect(
      [...pages, ...sources.filter((path) => path !== 'docs.test.ts')].flatMap((path) =>
        cites(path).map((words) => [path, words]),
      ),
    ).toEqual([])
  })

  it('citationsOfElsewhere finds each kind of such a citation', () =>
    expect(
      [
        'as the specification has it',
        'a slot of Free from decision D22',
        "at most a day (decisions, chapter 'Money')",
        'section 9 of the specification',
        'the setting (wire.md)',
        'see ../shared/notes',
        'mended (W12)',
      ].filter((text) => !citationsOfElsewhere.some((pattern) => pattern.test(text))),
    ).toEqual([]))

  it('have tables whose cells are short', () => {
    const longCells = (page: string) =>
      readFileSync(page, 'utf8')
        .split('\n')
        .filter((line) => /^\| (?!-)/.test(line))
        .flatMap((line) => line.split('|').map((cell) => cell.trim()))
        .filter((cell) => cell.length > maxCellLength)
    expect(
      pages.filter((page) => !isRecord(page)).flatMap((page) => longCells(page).map((cell) => [page, cell])),
    ).toEqual([])
  })

  it.each(['README.md', 'web/src/features/landing/texts.ts', 'web/index.html'])(
    '%s has the number of models of the catalogue',
    (page) => {
      const counts = [...readFileSync(page, 'utf8').matchAll(/(\d+) models\b/g)].map(([, count]) => Number(count))
      expect(new Set(counts)).toEqual(new Set([catalogue.length]))
    },
  )

  it.each(['docs/lineage.md', 'docs/accounts-and-money.md'])('%s has tests for each claim', (page) => {
    const rows = readFileSync(page, 'utf8')
      .split('\n')
      .filter((line) => /^\| (?!Claim|-)/.test(line))
    expect(rows.filter((row) => !/\.test\.tsx?`|decisions\//.test(row))).toEqual([])
  })

  it('give each record of a decision its own number and a date', () => {
    const records = pages.filter(isRecord)
    const wrong = records.filter((page) => {
      const [, number] = /^docs\/decisions\/(\d{4})-[\w-]+\.md$/.exec(page) ?? []
      return !new RegExp(`^# ${number} \\S.*\\n\\nDate: \\d{4}-\\d\\d-\\d\\d`).test(readFileSync(page, 'utf8'))
    })
    expect(wrong).toEqual([])
    expect(new Set(records.map((page) => page.slice(0, 'docs/decisions/0000'.length))).size).toBe(records.length)
  })
  it('list each record in the index once, with its title', () => {
    const records = pages.filter(isRecord).toSorted()
    expect(indexRows.map(({ file }) => `docs/decisions/${file}`).toSorted()).toEqual(records)
    expect(
      indexRows.filter(({ file, title }) => !readRecord(file).startsWith(`# ${file.slice(0, 4)} ${title}\n`)),
    ).toEqual([])
  })

  it('give each record a status, and a superseded one the record that says so', () => {
    const isKnown = ({ status }: { status: string }) =>
      /^(accepted|lab note|feature description|(partly )?superseded by \[\d{4}\]\([\w-]+\.md\))$/.test(status)
    expect(indexRows.filter((row) => !isKnown(row))).toEqual([])
    const pairs = indexRows.flatMap(({ file, status }) => {
      const [, successor] = /superseded by \[\d{4}\]\((\S+)\)/.exec(status) ?? []
      return successor ? [{ file, successor }] : []
    })
    expect(pairs.filter(({ file, successor }) => !headOf(file).includes(successor))).toEqual([])
    expect(pairs.filter(({ file, successor }) => !headOf(successor).includes(file))).toEqual([])
    const inHeads = indexRows.filter(({ file }) => /(superseded|replaced) by/i.test(headOf(file)))
    expect(inHeads.map(({ file }) => file).toSorted()).toEqual(pairs.map(({ file }) => file).toSorted())
  })
})
