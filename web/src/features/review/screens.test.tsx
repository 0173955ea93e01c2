import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectFocusOn } from '#web/testing/composer.ts'
import { button, describeScreens, inTurn, press, type Screen } from '#web/testing/describe-screens.ts'
import { comment, linkPath, livingLink } from '#web/testing/fake-link.ts'

const { replies, plain } = livingLink({ comments: [comment()], visitorName: 'Vera' })

const openFirst = inTurn(press('Look one by one'), () => expectFocusOn('.review-viewer'))
const keys = (text: string) => () => userEvent.keyboard(text)
/** The images of the first card come before those of its branches. */
const toBranch = keys('{ArrowRight>4/}')
const showsField = () => expect.element(page.getByLabelText('What about this spot?')).toBeVisible()
const showsPath = () => expect.element(page.getByRole('region', { name: 'Path to here' })).toBeVisible()
const showsComparison = () => expect.element(page.getByRole('dialog', { name: 'Compare 2 images' })).toBeVisible()

const screens: readonly Screen[] = [
  { name: 'the canvas', path: linkPath, open: () => expect.element(button('Fit to view')).toBeVisible() },
  {
    name: 'an image with a comment, and another that is being written',
    path: linkPath,
    open: inTurn(openFirst, keys('{ArrowRight>2/}c'), showsField),
  },
  { name: 'the path to an image', path: linkPath, open: inTurn(openFirst, toBranch, showsPath) },
  { name: 'images compared', path: linkPath, open: inTurn(openFirst, toBranch, keys('x'), showsComparison) },
]

describeScreens('what a review link shows', screens, { replies, plain })
