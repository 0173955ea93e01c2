import { Command as Icon } from 'lucide-react'
import { describe, expect, it } from 'vitest'
import { type Command, commandOfKeys, commandsOf, offerCommands, offers } from './commands.ts'

const command = (id: string, label: string, more: Partial<Command> = {}): Command => ({
  id,
  group: 'view',
  icon: Icon,
  label: () => label,
  keys: [],
  canRun: () => true,
  run: () => {},
  ...more,
})
const labels = () => commandsOf(offers.get()).map((each) => each.label())

describe('the offered commands', () => {
  it('are listed while they are offered', () => {
    const takeBack = offerCommands({ reach: 'this-page', commands: [command('fit', 'Fit to view')] })
    expect(labels()).toEqual(['Fit to view'])
    takeBack()
    expect(labels()).toEqual([])
  })

  it('of the page come before those of all pages, and replace those with the same id', () => {
    const takeBackAll = offerCommands({
      reach: 'every-page',
      commands: [command('home', 'Home'), command('palette', 'All commands')],
    })
    const takeBackPage = offerCommands({
      reach: 'this-page',
      commands: [command('palette', 'Commands of the canvas'), command('fit', 'Fit to view')],
    })
    expect(labels()).toEqual(['Commands of the canvas', 'Fit to view', 'Home'])
    takeBackPage()
    takeBackAll()
  })
})

describe('the command of a pressed key', () => {
  const press = (commands: readonly Command[], pressed: string) =>
    commandOfKeys([{ reach: 'this-page', commands }], (combination) => combination === pressed)?.id

  it('is the first with this key that can run', () => {
    const ofFrame = (canRun: boolean) =>
      command('remove-frame', 'Delete', { keys: ['Delete', 'Backspace'], canRun: () => canRun })
    const ofCard = command('remove-card', 'Delete', { keys: ['Delete'] })
    expect(press([ofFrame(false), ofCard], 'Delete')).toBe('remove-card')
    expect(press([ofFrame(true), ofCard], 'Delete')).toBe('remove-frame')
    expect(press([ofFrame(false), ofCard], 'Backspace')).toBeUndefined()
  })
})
