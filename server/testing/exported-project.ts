import { expect } from 'vitest'
import type { ProjectFile } from '#contract/board/project-file.ts'
import { readZip } from './read-zip.ts'
import type { TestClient } from './test-client.ts'

/** GET /api/projects/{id}/export: the files of the zip by their names. */
export async function exportOf(person: TestClient, id: string): Promise<Map<string, Buffer>> {
  const reply = await person.raw('GET', `/api/projects/${id}/export`)
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/zip'])
  return readZip(Buffer.from(await reply.arrayBuffer()))
}

/** The `project.json` of an exported project. */
export const projectFileOf = (zip: ReadonlyMap<string, Buffer>): ProjectFile =>
  JSON.parse(String(zip.get('project.json'))) as ProjectFile
