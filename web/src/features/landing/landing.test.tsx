import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoViolationsInBothThemes, expectText, openApp } from '#web/testing/app-under-test.tsx'
import { visitor } from '#web/testing/fake-account.ts'

const link = (name: string) => page.getByRole('link', { name })

describe('the landing page for a visitor', () => {
  it('offers sign-up and sign-in, and explains them', async () => {
    await openApp('/', { plain: visitor })
    await expect.element(link('Get Started Free')).toBeVisible()
    for (const name of ['Lightning Fast', 'Unlimited Creativity', 'Professional Quality'])
      await expect.element(page.getByRole('heading', { name })).toBeInTheDocument()
    await expect.element(page.getByText('250 free tokens')).toBeInTheDocument()
    await link('Start Creating Now').click()
    await expect.poll(() => location.pathname).toBe('/signup')
  })

  it('moves its background only on request for people who prefer reduced motion', async () => {
    await openApp('/', { plain: visitor })
    const move = page.getByRole('button', { name: 'Move the background' })
    await move.click()
    await expect.element(page.getByRole('button', { name: 'Pause the background' })).toBeVisible()
  })

  it('links to the sign-in', async () => {
    await openApp('/', { plain: visitor })
    await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
    await expect.poll(() => location.pathname).toBe('/login')
  })

  it.each([
    ['/', 'Get Started Free'],
    ['/pricing', 'Choose Pro'],
  ])('has no violation that axe finds on a phone at %s', async (path, name) => {
    await page.viewport(390, 844)
    await openApp(path, { plain: visitor })
    await expect.element(link(name).first()).toBeVisible()
    await expectNoViolationsInBothThemes()
  })
})

describe('the strip of the landing page', () => {
  it('has the one picture as high as the four beside it, at the same height', async () => {
    await openApp('/', { plain: visitor })
    await expect.poll(() => document.querySelectorAll('.growth figure').length).toBe(3)
    for (const width of [1440, 1024]) {
      await page.viewport(width, 900)
      const boxes = [...document.querySelectorAll('.growth figure > :first-child')].map((each) => {
        const { top, bottom } = each.getBoundingClientRect()
        return [top, bottom]
      })
      const spread = [0, 1].map((edge) => {
        const values = boxes.map((box) => box[edge] ?? 0)
        return Math.max(...values) - Math.min(...values)
      })
      expect(Math.max(...spread)).toBeLessThan(1)
    }
  })
})

describe('the bands of the landing page', () => {
  const bands = () => [...document.querySelectorAll<HTMLElement>('.band')]

  it.each([1440, 768, 390])('show an edit, a review and where pictures are made, at a width of %d', async (width) => {
    await page.viewport(width, 900)
    await openApp('/', { plain: visitor })
    await expect.poll(() => bands().length).toBe(3)
    await expect.element(page.getByRole('img', { name: /before and after an edit/ })).toBeInTheDocument()
    await expect.element(page.getByRole('img', { name: /pins of two comments/ })).toBeInTheDocument()
    await expect.element(page.getByRole('heading', { name: 'On this machine' })).toBeInTheDocument()
    const isBeside = bands().map(({ children: [words, shown] }) => {
      const [a, b] = [words, shown].map((part) => part?.getBoundingClientRect() ?? new DOMRect())
      return (a?.bottom ?? 0) > (b?.top ?? 0)
    })
    expect(isBeside).toEqual(Array(3).fill(width >= 900))
    expect(document.documentElement.scrollWidth).toBe(width)
  })
})

describe('the landing page for a signed-in user', () => {
  it('links to the prompt, and does not offer an account', async () => {
    await openApp('/')
    await expect.element(page.getByRole('button', { name: 'Account' })).toBeVisible()
    await expect.element(link('Start Creating Now')).not.toBeInTheDocument()
    await expect.element(link('Get Started Free')).not.toBeInTheDocument()
    await link('Start Creating').first().click()
    await expect.poll(() => location.pathname).toBe('/image')
  })
})

describe('the plans for a visitor', () => {
  it('are shown with prices, former prices and their contents', async () => {
    await openApp('/pricing', { plain: visitor })
    const pro = page.getByRole('region', { name: 'Pro Popular' })
    await expect.element(pro).toBeVisible()
    for (const part of ['28', '$30', '~60,000 Pro+ images', '~200,000 real-time images', '~300 enhanced images'])
      await expect.element(pro.getByText(part).first()).toBeInTheDocument()
    await expect.element(pro.getByText('20 training slots')).toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: 'Current plan' })).toBeDisabled()
    await expectText('Purchased extra units are valid 90 days.')
    await pro.getByRole('link', { name: 'Choose Pro' }).click()
    await expect.poll(() => location.pathname).toBe('/signup')
  })
})
