import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { project, uuid } from '#contract/testing/builders.ts'
import { queryClient } from '#web/data/http/query-client.ts'
import { latestPagesKey } from '#web/data/projects.ts'
import { expectNoViolationsInBothThemes, expectText, openApp } from '#web/testing/app-under-test.tsx'

const boards = ['Walled garden', 'The harvest indoors', 'Ridge line', 'Crème brûlée'].map((title, at) =>
  project({ id: uuid(1 + at * 100), title, thumbnailImageId: uuid(20) }),
)
const many = Array.from({ length: 12 }, (_, at) => project({ id: uuid(1 + at), title: `Board ${at}` }))
const atPath = (path: string) => expect.poll(() => location.pathname).toBe(path)
const switcher = page.getByRole('button', { name: 'Boards', exact: true })
const field = page.getByRole('combobox', { name: 'Find a board' })
const options = () => page.getByRole('listbox', { name: 'Latest boards' }).getByRole('option').elements()
const titles = () => options().map((option) => option.querySelector('.truncate')?.textContent)

describe('<BoardSwitcher>', () => {
  it('opens below the title with the latest boards, the field focused and the open one ticked', async () => {
    await openApp(`/project/${uuid(1)}`, { account: { projects: boards } })
    await switcher.click()
    await expect.element(field).toHaveFocus()
    await expect.poll(titles).toEqual(boards.map(({ title }) => title))
    expect(options()[0]?.getAttribute('aria-current')).toBe('page')
    const box = document.querySelector('[role=dialog]')?.getBoundingClientRect() ?? new DOMRect()
    const island = document.querySelector('header .island')?.getBoundingClientRect() ?? new DOMRect()
    expect([Math.round(box.x), Math.round(box.y), box.width]).toEqual([
      Math.round(island.x),
      Math.round(island.bottom) + 8,
      320,
    ])
    expect(options().map((option) => option.getBoundingClientRect().height)).toEqual([52, 52, 52, 52])
    await expectNoViolationsInBothThemes()
  })

  it('opens the board before this one by Enter alone, and others by the arrows', async () => {
    await openApp(`/project/${uuid(1)}`, { account: { projects: boards } })
    await switcher.click()
    await expect.poll(titles).toHaveLength(4)
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await atPath(`/project/${boards[2]?.id}`)
    await switcher.click()
    await expect.poll(titles).toHaveLength(4)
    await userEvent.keyboard('{Enter}')
    await atPath(`/project/${boards[0]?.id}`)
    await expect.element(field).not.toBeInTheDocument()
  })

  it('shows eight of many, and asks the server for a title that is not among them', async () => {
    const asked: (string | undefined)[] = []
    const covers = many.map(({ id, title, updatedAt }) => ({ id, title, editedAt: updatedAt, coverImageIds: [] }))
    await openApp(`/project/${uuid(1)}`, {
      account: { projects: many },
      replies: {
        projects: {
          latest({ q }) {
            asked.push(q)
            // The last one is on no page that the client has.
            const items = q === undefined ? covers.slice(0, 11) : covers.filter(({ title }) => title === 'Board 11')
            return { items: q === 'board 11' || q === undefined ? items : [], nextCursor: null, total: 12 }
          },
        },
      },
    })
    await switcher.click()
    await expect.poll(titles).toHaveLength(8)
    await expect.element(page.getByRole('link', { name: 'All boards 12' })).toBeVisible()
    await field.fill('board 11')
    await expect.poll(titles).toEqual(['Board 11'])
    expect(document.querySelector('mark')?.textContent).toBe('Board')
    expect(asked).toContain('board 11')
    await field.fill('nothing of this name')
    await expectText('No board of that name')
  })

  it('marks itself and the rows of other boards that have new comments, and not the open board', async () => {
    const covers = boards.map(({ id, title, updatedAt }, at) => ({
      ...{ id, title, editedAt: updatedAt, coverImageIds: [] },
      newComments: [3, 1, 2, 0][at] ?? 0,
    }))
    await openApp(`/project/${uuid(1)}`, {
      account: { projects: boards },
      replies: {
        projects: {
          review: () => ({ comments: [], likes: [], hasNewElsewhere: true, seq: 1 }),
          latest: () => ({ items: covers, nextCursor: null, total: covers.length }),
        },
      },
    })
    await page.getByRole('button', { name: 'Boards, new comments on another one' }).click()
    await expect.poll(titles).toHaveLength(4)
    expect(options().map((option) => /\d+ new comments?/.exec(option.textContent ?? '')?.[0] ?? null)).toEqual([
      null,
      '1 new comment',
      '2 new comments',
      null,
    ])
    await expectNoViolationsInBothThemes()
  })

  it('says that the boards could not be read, and reads them again', async () => {
    let isDown = true
    await openApp(`/project/${uuid(1)}`, {
      account: { projects: boards },
      plain: {
        'GET /api/projects/latest': () =>
          isDown
            ? Response.json({ code: 'internal' }, { status: 500 })
            : Response.json({ items: [], nextCursor: null, total: 0 }),
      },
    })
    await switcher.click()
    await expectText('Your boards could not be read.')
    isDown = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectText('No board of that name')
  })

  it('leaves the title to be edited by a click', async () => {
    await openApp(`/project/${uuid(1)}`, { account: { projects: boards } })
    await page.getByRole('button', { name: 'Rename “Walled garden”' }).click()
    await expect.element(page.getByRole('textbox', { name: 'Project title' })).toHaveFocus()
  })
})

describe('<Palette>', () => {
  it('finds boards by their titles and opens them', async () => {
    await openApp('/projects', { account: { projects: boards } })
    await expectText('4 boards')
    await userEvent.keyboard('{Control>}k{/Control}')
    await page.getByRole('combobox', { name: 'Type a command' }).fill('ridge')
    await expect.element(page.getByRole('option', { name: 'Ridge line Board' })).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await atPath(`/project/${boards[2]?.id}`)
  })
})

describe('what the server finds', () => {
  it('is shown as it is: more than the words alone say', async () => {
    const found = { id: uuid(5), title: 'Straße', editedAt: boards[0]?.updatedAt, coverImageIds: [] }
    await openApp('/projects', {
      plain: { 'GET /api/projects/latest': () => Response.json({ items: [found], nextCursor: null, total: 1 }) },
    })
    await expectText('1 board')
    await userEvent.keyboard('{Control>}k{/Control}')
    await page.getByRole('combobox', { name: 'Type a command' }).fill('strasse')
    await expect.element(page.getByRole('option', { name: /Straße/ })).toBeVisible()
  })
})

describe('<AllBoardsScreen>', () => {
  it('shows every board as a cover, and finds one', async () => {
    await openApp('/projects', { account: { projects: boards } })
    await expectText('4 boards')
    await expect
      .element(page.getByRole('link', { name: 'Ridge line' }))
      .toHaveAttribute('href', `/project/${uuid(201)}`)
    await expectNoViolationsInBothThemes()
    await page.getByRole('searchbox', { name: 'Find a board' }).fill('garden')
    await expectText('1 board')
    await page.getByRole('searchbox', { name: 'Find a board' }).fill('zebra')
    await page.getByRole('button', { name: 'Clear the search' }).click()
    await expectText('4 boards')
  })

  it('is loading while other words are being read, and says of none of them that no board has them', async () => {
    const held = Promise.withResolvers<void>()
    await openApp('/projects', {
      account: { projects: boards },
      plain: {
        'GET /api/projects/latest': async (request: Request) => {
          if (new URL(request.url).searchParams.get('q') === 'ridge') await held.promise
          return Response.json({ items: [], nextCursor: null, total: 0 })
        },
      },
    })
    const search = page.getByRole('searchbox', { name: 'Find a board' })
    await search.fill('zz')
    await expect.element(page.getByText('No board of that name')).toBeVisible()
    await search.fill('ridge')
    await expect.element(page.getByText('No board of that name')).not.toBeInTheDocument()
    held.resolve()
    await expect.element(page.getByText('No board of that name')).toBeVisible()
  })

  it('reads the next page when the end is near, and offers to try again where that fails', async () => {
    let isDown = true
    const covers = many.map(({ id, title, updatedAt }) => ({ id, title, editedAt: updatedAt, coverImageIds: [] }))
    await openApp('/projects', {
      plain: {
        'GET /api/projects/latest': (request: Request) => {
          const isFirst = !request.url.includes('cursor')
          if (!isFirst && isDown) return Response.json({ code: 'internal' }, { status: 500 })
          const items = isFirst ? covers.slice(0, 8) : covers.slice(8)
          return Response.json({ items, nextCursor: isFirst ? 'next' : null, total: 12 })
        },
      },
    })
    await expectText('Older boards could not be read.')
    isDown = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(page.getByRole('link', { name: 'Board 11' })).toBeInTheDocument()
  })

  it('reads none of its pages again for a new card, and the first where the reading of all is to be tried again', async () => {
    let isDown = false
    const asked: string[] = []
    const covers = many.map(({ id, title, updatedAt }) => ({ id, title, editedAt: updatedAt, coverImageIds: [] }))
    const server = await openApp('/projects', {
      account: { projects: many },
      plain: {
        'GET /api/projects/latest': (request: Request) => {
          asked.push(request.url)
          if (isDown) return Response.json({ code: 'internal' }, { status: 500 })
          return Response.json({ items: covers, nextCursor: null, total: 12 })
        },
      },
    })
    await expectText('12 boards')
    await expect.poll(server.isFollowed).toBe(true)
    const { id, ...fields } = project({ id: uuid(4), title: 'Renamed' })
    server.send('project-changed', { seq: 5, projectId: id, ...fields })
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(asked).toHaveLength(1)
    isDown = true
    await queryClient.refetchQueries({ queryKey: latestPagesKey })
    await expectText('Older boards could not be read.')
    isDown = false
    asked.length = 0
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => asked.length).toBe(1)
  })

  it('offers a first project where there is none', async () => {
    await openApp('/projects', { account: { projects: [] } })
    await expect.element(page.getByRole('heading', { name: 'No project yet' })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Create new project' })).toBeVisible()
  })
})
