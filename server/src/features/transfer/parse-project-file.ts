import { setImmediate } from 'node:timers/promises'
import { Tokenizer, TokenParser, TokenType } from '@streamparser/json'
import type { z } from 'zod'
import { type FrameShape, frameShape, type NoteShape, noteShape } from '#contract/board/board-item.ts'
import {
  type CardFileRecord,
  cardFile,
  maxUploads,
  type ProjectFile,
  projectFileFault,
  projectFileFormat,
  projectFileShell,
  projectFileVersion,
  uploadFile,
} from '#contract/board/project-file.ts'
import { maxFrames, maxNotes } from '#domain/board/board-item.ts'
import { failure, type Result, success } from '#domain/result.ts'
import { invalidFile, type Refusal } from '#server/db/refusal.ts'

/**
 * A card at its largest: sixteen images with twenty warnings, a prompt and a description each, every character in its longest escape.
 * Bytes and JSON tokens.
 */
const maxCardBytes = 6_000_000
const maxCardTokens = 20_000
/** A real file nests six deep. */
const maxDepth = 16
/** Text of the file besides its cards, and of each card on average: some 2 kB, and as much where its images are described. Bytes. */
const shellBytes = 5_000_000
const averageCardBytes = 4_000

/** The largest `project.json` for a limit of cards. Bytes. */
export const maxProjectFileBytes = (cards: number) => Math.min(200_000_000, shellBytes + cards * averageCardBytes)

const unreadable = invalidFile('This is no exported project: project.json can not be read.')
const newer = invalidFile('This project was exported by a newer version.')

/** Ends the parsing with its reason. */
class Refused extends Error {
  readonly refusal: Refusal
  constructor(reason: Refusal) {
    super(reason.message)
    this.refusal = reason
  }
}

/** The members of the file that are read one by one, and the lists of which each item is checked as it comes. */
const shellNames = ['format', 'version', 'title', 'view'] as const
const paths = [...shellNames.map((name) => `$.${name}`), '$.cards.*', '$.uploads.*', '$.frames.*', '$.notes.*']
const names: ReadonlySet<string> = new Set([...shellNames, 'cards', 'uploads', 'frames', 'notes'])

/** A parser that holds the items read so far, and one that is being read. */
function createReader(maxCards: number) {
  const shell: Record<string, unknown> = {}
  const cards: CardFileRecord[] = []
  const uploads: z.infer<typeof uploadFile>[] = []
  const frames: FrameShape[] = []
  const notes: NoteShape[] = []
  const seen = new Set<string>()
  let depth = 0
  let tokens = 0
  let bytes = 0
  let lastText = ''

  const tokenizer = new Tokenizer()
  const parser = new TokenParser({ paths, keepStack: false })

  function checkItem<Item>(schema: z.ZodType<Item>, value: unknown, path: readonly PropertyKey[]): Item {
    const item = schema.safeParse(value)
    if (item.success) return item.data
    if (typeof shell.version === 'number' && shell.version > projectFileVersion) throw new Refused(newer)
    const [issue] = item.error.issues
    throw new Refused(invalidFile(`project.json is wrong: ${issue?.message}`, [...path, ...(issue?.path ?? [])]))
  }

  function checkCount(what: string, count: number, most: number): void {
    if (count < most) return
    const message = `This project has more than ${most} ${what}, which is the most that is possible here.`
    throw new Refused({ code: 'too-large', message })
  }

  parser.onValue = ({ value, key, stack }) => {
    tokens = 0
    bytes = 0
    if (stack.length === 1) shell[String(key)] = value
    else if (stack[1]?.key === 'uploads') {
      checkCount('uploads', uploads.length, maxUploads)
      uploads.push(checkItem(uploadFile, value, ['uploads', uploads.length]))
    } else if (stack[1]?.key === 'frames') {
      checkCount('frames', frames.length, maxFrames)
      frames.push(checkItem(frameShape, value, ['frames', frames.length]))
    } else if (stack[1]?.key === 'notes') {
      checkCount('notes', notes.length, maxNotes)
      notes.push(checkItem(noteShape, value, ['notes', notes.length]))
    } else {
      checkCount('cards', cards.length, maxCards)
      cards.push(checkItem(cardFile, value, ['cards', cards.length]))
    }
  }
  tokenizer.onToken = (info) => {
    const { token, value } = info
    tokens += 1
    if (tokens > maxCardTokens) throw new Refused(unreadable)
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) depth += 1
    if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) depth -= 1
    if (depth > maxDepth) throw new Refused(unreadable)
    if (depth === 1 && token === TokenType.STRING) lastText = String(value)
    if (depth === 1 && token === TokenType.COLON) {
      if (!names.has(lastText) || seen.has(lastText))
        throw new Refused(invalidFile(`project.json is wrong: Unrecognized key: "${lastText}"`))
      seen.add(lastText)
    }
    parser.write(info)
  }

  return {
    write(chunk: Uint8Array) {
      bytes += chunk.byteLength
      tokenizer.write(chunk)
      if (bytes > maxCardBytes + chunk.byteLength) throw new Refused(unreadable)
    },
    end() {
      if (!tokenizer.isEnded) tokenizer.end()
      if (!parser.isEnded) throw new Refused(unreadable)
    },
    read: () => ({
      shell: {
        ...shell,
        ...(seen.has('cards') ? { cards } : {}),
        ...(seen.has('uploads') ? { uploads } : {}),
        ...(seen.has('frames') ? { frames } : {}),
        ...(seen.has('notes') ? { notes } : {}),
      },
      cards,
    }),
  }
}

function versionOf(value: object): number | null {
  if (!('format' in value) || value.format !== projectFileFormat) return null
  return 'version' in value && typeof value.version === 'number' ? value.version : null
}

/**
 * Parses and checks `project.json`, which comes from outside, while it is unpacked: each card is checked as soon as it is
 * complete, so that neither a file of small values, nor a deep one, nor one with too many cards takes memory for more than one
 * card. @param maxCards The limit of cards of a project.
 */
export async function parseProjectFile(
  text: AsyncIterable<Uint8Array>,
  maxCards: number,
): Promise<Result<ProjectFile, Refusal>> {
  const reader = createReader(maxCards)
  try {
    for await (const chunk of text) {
      reader.write(chunk)
      // Chunks from memory come without a pause; this lets other requests run in between.
      await setImmediate()
    }
    reader.end()
  } catch (error) {
    return failure(error instanceof Refused ? error.refusal : unreadable)
  }
  const { shell: value, cards } = reader.read()
  const version = versionOf(value)
  if (version === null) return failure(invalidFile('This is no exported project: project.json is something else.'))
  if (version > projectFileVersion) return failure(newer)
  const shell = projectFileShell.safeParse(value)
  if (!shell.success) {
    const [issue] = shell.error.issues
    return failure(invalidFile(`project.json is wrong: ${issue?.message}`, issue?.path))
  }
  const file = { ...shell.data, cards }
  const fault = projectFileFault(file)
  return fault ? failure(invalidFile(`project.json is wrong: ${fault}`)) : success(file)
}
