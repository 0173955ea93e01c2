import { Command as Icon } from 'lucide-react'
import { describe, expect, it } from 'vitest'
import type { Command } from './command.ts'
import { commandsOf, offerCommands, offers } from './offered-commands.ts'

const command = (id: string, label: string): Command => ({
  id,
  group: 'view',
  icon: Icon,
  label: () => label,
  keys: [],
  canRun: () => true,
  run: () => {},
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
