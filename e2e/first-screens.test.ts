import { expect, it } from 'vitest'
import { sharedApp } from './support/app-process.ts'
import { openScreen } from './support/journey.ts'
import { newAccount } from './support/person.ts'

const app = sharedApp()

it('the page of a person without projects is in the document, becomes usable, and leads to the project opened last', async () => {
  const { context, page } = await openScreen(app, { account: newAccount('Fay') })
  const document = await (await page.request.get('/project')).text()
  expect(document).toContain('No project yet')
  await page.goto('/project')
  await page.getByRole('button', { name: 'New Project' }).click()
  await page.waitForURL('**/image?project=*')

  const projectId = new URL(page.url()).searchParams.get('project') ?? ''
  await page.goto(`/project/${projectId}`)
  await page.getByRole('button', { name: 'Fit to view' }).waitFor()
  const boards: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/board')) boards.push(request.url())
  })
  await page.goto('/project')
  await page.waitForURL(`**/project/${projectId}`)
  await page.getByRole('button', { name: 'Fit to view' }).waitFor()
  // Requested while the scripts were loading, and not again.
  expect(boards).toEqual([`${app.url}/api/projects/${projectId}/board`])
  expect(page.errors).toEqual([])
  await context.close()
})
