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

  it('is exported from the commands of the canvas, on a phone as well', async () => {
    const saved: string[] = []
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(`${this.getAttribute('href')} ${this.download}`)
    })
    await page.viewport(390, 844)
    await openApp(`/project/${uuid(1)}`)
    await page.getByRole('button', { name: 'Canvas commands' }).click()
    await page.getByRole('menuitem', { name: 'Export project' }).click()
    await expect.poll(() => saved).toEqual([`/api/projects/${uuid(1)}/export walled-garden.espalier.zip`])
    click.mockRestore()
  })
})
