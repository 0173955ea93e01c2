import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { boundLogFile, lastLines } from './log-file.ts'

describe("PostgreSQL's log", () => {
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'espalier-log-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('is left alone while it is small', async () => {
    const path = join(folder, 'log')
    await writeFile(path, 'one\n')
    await boundLogFile(path, 10)
    expect(await readFile(path, 'utf8')).toBe('one\n')
  })

  it('starts again when it has grown, and keeps the part before', async () => {
    const path = join(folder, 'log')
    await writeFile(path, 'a long line\n')
    await boundLogFile(path, 10)
    expect(await readFile(path, 'utf8')).toBe('')
    expect(await readFile(`${path}.1`, 'utf8')).toBe('a long line\n')
  })

  it('need not exist', async () => {
    await boundLogFile(join(folder, 'none'))
    expect(await lastLines(join(folder, 'none'))).toBe('')
  })

  it('is quoted by its last lines', async () => {
    const path = join(folder, 'log')
    await writeFile(path, '1\n2\n3\n')
    expect(await lastLines(path, 2)).toBe('2\n3')
  })
})
