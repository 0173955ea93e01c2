import { expect, it } from 'vitest'
import { agentToolList } from '#contract/programs/agent-tools.ts'
import { agentTools } from './mcp-server.ts'

it('has the tools that people read about, with their scopes', () =>
  expect(agentTools.map(({ name, scope }) => ({ name, scope }))).toEqual(agentToolList))
