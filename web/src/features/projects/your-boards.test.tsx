import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { ProjectShape } from '#contract/board/project.ts'
import { project, uuid } from '#contract/testing/builders.ts'
import { expectNoViolationsInBothThemes, expectText, openApp } from '#web/testing/app-under-test.tsx'

const boards = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    project({ id: uuid(1 + at), title: `Board ${at}`, thumbnailImageId: uuid(20) }),
  )
const tiles = () => document.querySelectorAll('.board-tile').length

describe('<YourBoards>', () => {
  it('shows eight boards with covers and the way to all of them below the prompt, which has the focus', async () => {
    await openApp('/image', { account: { projects: boards(10) } })
    await expect.poll(tiles).toBe(8)
    await expect.element(page.getByRole('textbox', { name: 'Prompt' })).toHaveFocus()
    const cover = document.querySelector('.board-tile .board-cover')?.getBoundingClientRect()
    expect([Math.round(cover?.width ?? 0), Math.round(cover?.height ?? 0)]).toEqual([236, 148])
    expect(document.querySelectorAll('.board-tile-all')).toHaveLength(1)
    await expectNoViolationsInBothThemes()
    await page.getByRole('main').getByRole('link', { name: 'All boards' }).click()
    await expect.poll(() => location.pathname).toBe('/projects')
  })

  it('has no tile for all boards where there are no more than eight', async () => {
    await openApp('/image', { account: { projects: boards(2) } })
    await expect.poll(tiles).toBe(2)
    expect(document.querySelectorAll('.board-tile-all')).toHaveLength(0)
  })

  it('offers the starters in place of boards to a person without one, and opens a copy', async () => {
    const projects: ProjectShape[] = []
    const copy = project({ id: uuid(1) })
    await openApp('/image', {
      account: { projects, generations: [] },
      replies: {
        starters: {
          open() {
            projects.push(copy)
            return copy
          },
        },
      },
    })
    await expect.element(page.getByRole('heading', { name: 'Or open a board' })).toBeVisible()
    expect(document.querySelectorAll('.starter-tile')).toHaveLength(6)
    await expectNoViolationsInBothThemes()
    await page.getByRole('button', { name: /One tree, four seasons/ }).click()
    await expect.poll(() => location.pathname).toBe(`/project/${uuid(1)}`)
  })

  it('says that the boards could not be read, and reads them again', async () => {
    let isDown = true
    const items = boards(1).map(({ id, title, updatedAt }) => ({ id, title, editedAt: updatedAt, coverImageIds: [] }))
    await openApp('/image', {
      plain: {
        'GET /api/projects/latest': () =>
          isDown
            ? Response.json({ code: 'internal' }, { status: 500 })
            : Response.json({ items, nextCursor: null, total: 1 }),
      },
    })
    await expectText('Your boards could not be read.')
    isDown = false
    await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
    await expect.poll(tiles).toBe(1)
  })
})
