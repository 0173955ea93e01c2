import { History } from 'lucide-react'
import type { BoardCommand } from '../commands/command.ts'
import { timeTexts } from './texts.ts'

/** Leads to the past of the canvas. */
export const timeCommand: BoardCommand = {
  id: 'time',
  group: 'view',
  icon: History,
  label: () => timeTexts.command,
  keys: ['T'],
  canRun: () => true,
  run: ({ view }) => view.lineage.part.set({ kind: 'time' }),
}
