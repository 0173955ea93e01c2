import { setImmediate } from 'node:timers/promises'
import {
  type CardFileRecord,
  cardFile,
  type ProjectFile,
  projectFileFault,
  projectFileFormat,
  projectFileShell,
  projectFileVersion,
} from '#contract/project-file.ts'
import { failure, type Result, success } from '#domain/result.ts'
import type { Refusal } from '../refusal.ts'

/** Cards that are checked in one go: about 5 ms, so that nobody else waits longer. */
const batch = 100

const refusal = (message: string, path: readonly PropertyKey[] = []): Refusal => ({
  code: 'invalid',
  message,
  data: { issues: [{ path: ['file', ...path.map(String)], message }] },
})

function versionOf(value: unknown): number | null {
  if (typeof value !== 'object' || value === null || !('format' in value) || value.format !== projectFileFormat)
    return null
  return 'version' in value && typeof value.version === 'number' ? value.version : null
}

/** Reads and checks `project.json`, which comes from outside, a hundred cards at a time. */
export async function parseProjectFile(text: string): Promise<Result<ProjectFile, Refusal>> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return failure(refusal('This is no exported project: project.json can not be read.'))
  }
  const version = versionOf(value)
  if (version === null) return failure(refusal('This is no exported project: project.json is something else.'))
  if (version > projectFileVersion) return failure(refusal('This project was exported by a newer version.'))
  const shell = projectFileShell.safeParse(value)
  if (!shell.success) {
    const [issue] = shell.error.issues
    return failure(refusal(`project.json is wrong: ${issue?.message}`, issue?.path))
  }
  const cards: CardFileRecord[] = []
  for (const [place, each] of shell.data.cards.entries()) {
    const card = cardFile.safeParse(each)
    if (!card.success) {
      const [issue] = card.error.issues
      return failure(refusal(`project.json is wrong: ${issue?.message}`, ['cards', place, ...(issue?.path ?? [])]))
    }
    cards.push(card.data)
    if (place % batch === batch - 1) await setImmediate()
  }
  const file = { ...shell.data, cards }
  const fault = projectFileFault(file)
  return fault ? failure(refusal(`project.json is wrong: ${fault}`)) : success(file)
}
