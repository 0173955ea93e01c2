import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { advisoryLocks, lockSeeds } from './advisory-locks.ts'

const sources = join(import.meta.dirname, '..')

describe('advisory locks', () => {
  it.each([advisoryLocks, lockSeeds])('have distinct numbers', (locks) => {
    const numbers = Object.values(locks)
    expect(new Set(numbers).size).toBe(numbers.length)
  })

  it('are numbered in one file alone', () => {
    const elsewhere = globSync('**/*.ts', { cwd: sources }).filter((path) => {
      if (path.endsWith('.test.ts') || path === join('db', 'advisory-locks.ts')) return false
      const text = readFileSync(join(sources, path), 'utf8')
      // The same function also hashes what is read.
      return /7_253_\d{3}/.test(text) || (/advisory/.test(text) && /hashtextextended\([^)]*, \d+\)/.test(text))
    })
    expect(elsewhere).toEqual([])
  })
})
