import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { uuid } from '#contract/testing/builders.ts'
import { expectText, openApp } from '#web/testing/app-under-test.tsx'
import { chooseFiles } from '#web/testing/composer.ts'

describe('a project file', () => {
  it('that the server refuses is named with the reason', async () => {
    // The system's own dialog, which has no answer here.
    const system = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => {})
    const message = 'This is no exported project: the file can not be read as a zip.'
    await openApp('/image', {
      plain: { 'POST /api/projects/import': () => Response.json({ code: 'invalid', message }, { status: 400 }) },
    })
    await page.getByRole('button', { name: 'Import project' }).click()
    await chooseFiles(new File(['no zip'], 'x.zip', { type: 'application/zip' }))
    system.mockRestore()
    await expectText('The project was not imported')
    await expectText(message)
  })

  it.each([
    ['is exported from the commands of the canvas, on a phone as well', new Response('zip'), null],
    [
      'that may not be exported now is named with the reason, and nothing is saved',
      Response.json({ code: 'rate-limited', message: 'Wait for some of it to end.' }, { status: 429 }),
      'Wait for some of it to end.',
    ],
  ])('%s', async (_, reply, reason) => {
    const saved: string[] = []
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(`${this.getAttribute('href')} ${this.download}`)
    })
    await page.viewport(390, 844)
    await openApp(`/project/${uuid(1)}`, { plain: { 'GET /api/projects/*/export': () => reply.clone() } })
    await page.getByRole('button', { name: 'Canvas commands' }).click()
    await page.getByRole('menuitem', { name: 'Export project' }).click()
    if (reason === null)
      await expect.poll(() => saved).toEqual([`/api/projects/${uuid(1)}/export walled-garden.espalier.zip`])
    else {
      await expectText('The project was not exported')
      await expectText(reason)
      expect(saved).toEqual([])
    }
    click.mockRestore()
  })
})
