import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command } from '../command.ts'

/** The skill beside this program: in the package, and in the sources. */
const places = ['../skills/espalier/SKILL.md', '../../package/skills/espalier/SKILL.md']

async function readSkill(): Promise<string> {
  for (const place of places) {
    const text = await readFile(new URL(place, import.meta.url), 'utf8').catch(() => null)
    if (text !== null) return text
  }
  throw new Error('The package holds its skill.')
}

export const skillCommand: Command = {
  name: 'skill',
  takes: '[folder]',
  help: 'Print the skill that teaches coding agents these commands, or store it in a folder like .claude/skills',
  options: [],
  async run({ given }) {
    const skill = await readSkill()
    const [folder] = given.words
    if (folder === undefined) return { lines: skill.trimEnd().split('\n'), data: { skill } }
    const path = join(folder, 'espalier', 'SKILL.md')
    await mkdir(join(folder, 'espalier'), { recursive: true })
    await writeFile(path, skill)
    return { lines: [path], data: { path } }
  },
}
