import type { BrowserContext, Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { codeAt } from '#testing/operator-calls.ts'
import { type Texts, textsOf } from '#testing/texts.ts'
import { stopClock } from './account-answers.ts'
import {
  accountMenu,
  continueToPlans,
  createAccount,
  type NewPerson,
  inHeader,
  signInAs,
  somebodyNew,
  subscribeAs,
} from './accounts.ts'
import { expect, test } from './fixtures.ts'
import { keyboard } from './keyboard.ts'
import { loginScreen } from './login-screen.ts'
import { linkOfMail } from './mailbox.ts'
import { button, field } from './main-controls.ts'
import { buttonWith, heading, link } from './page.ts'
import { JOURNEY_LANGUAGES } from './scope.ts'

// The test checks every stop of the focus, and there are hundreds.
test.describe.configure({ timeout: 120_000 })
// The test reads the focus after it has settled, not while it moves.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const NEXT_PASSWORD = 'Nightfall?2027'

for (const language of JOURNEY_LANGUAGES) {
  const texts = textsOf(language)
  const { t } = texts

  test.describe(`by keyboard alone, in ${language}`, () => {
    test(
      'a person signs up, confirms the address, changes name, photo and password, and logs out',
      {
        tag: [
          '@product.email-sign-up',
          '@password-change.payload',
          '@register.states',
          '@calls.verify-email',
          '@calls.password-put',
          '@calls.photo-post',
          '@calls.photo-refresh',
        ],
      },
      async ({ page, context }) => {
        const person = somebodyNew('Ada Byron')
        await page.goto(`/?lang=${language}`)
        await keyboard(page).press(inHeader(page, t('navigation:getStarted')))
        await register(page, texts, person)
        const mailTab = await openMail(context, person.email, t('email:verify.subject'))
        await continueToPlans(mailTab, texts)
        await subscribeAs(person)
        await mailTab.reload()
        await changeName(mailTab, texts)
        await changePhoto(mailTab, texts)
        await changePassword(mailTab, texts, person)
        await logOut(mailTab, texts)
      },
    )

    test.describe('a person who forgot the password', () => {
      test.use({ expectedComplaints: [/status of 401 /] })

      test(
        'sets a new one by mail, and only the new one works',
        { tag: ['@reset.states', '@calls.forgot-password', '@calls.reset-password'] },
        async ({ page, context }) => {
          const person = somebodyNew('Emil Voss')
          await createAccount(person, texts)
          const hands = keyboard(page)
          await page.goto(`/login?lang=${language}`)
          await hands.press(page.getByRole('link', { name: t('forms:login.forgot'), exact: true }))
          await expect(heading(page)).toHaveText(t('forms:forgot.title'))
          await hands.type(field(page, t('forms:email.label')), person.email)
          await hands.press(button(page, t('forms:forgot.submit')))
          await expect(heading(page)).toHaveText(t('forms:forgot.sent.title'))

          const mailTab = await openMail(context, person.email, t('email:reset.subject'))
          await expect(heading(mailTab)).toHaveText(t('forms:reset.title'))
          await typePasswordTwice(mailTab, texts, t('forms:password.new'), NEXT_PASSWORD)
          await keyboard(mailTab).press(button(mailTab, t('forms:reset.submit')))
          await continueToLogin(mailTab, texts, t('forms:reset.done.title'))
          await tryToLogIn(mailTab, texts, person)
          await expect(mailTab.getByRole('main')).toContainText(t('errors:invalid_credentials'))
          await logIn(mailTab, texts, { ...person, password: NEXT_PASSWORD })
        },
      )
    })

    test(
      'the identity provider leads to one account, and a cancelled attempt leads to none',
      {
        tag: [
          '@product.idp-sign-up',
          '@product.idp-sign-in',
          '@login.idp-button',
          '@register.idp-jwt',
          '@register.idp-pricing',
          '@calls.google-signin',
          '@calls.google-signin-popup',
          '@calls.google-signin-token',
        ],
      },
      async ({ page }) => {
        const { email } = somebodyNew('Zoe Lind')
        await page.goto(`/login?lang=${language}`)
        await chooseAtProvider(page, texts, email)
        const first = await whoIsSignedIn(page)
        expect(first.email).toBe(email)
        await logOut(page, texts)

        await page.goto(`/login?lang=${language}`)
        const popup = await openProvider(page)
        await pressUntilClosed(popup, popup.getByRole('button', { name: 'Cancel', exact: true }))
        await expect(providerButton(page)).toBeEnabled()
        await expect(page).toHaveURL(/\/login/)
        await chooseAtProvider(page, texts, email)
        expect(await whoIsSignedIn(page)).toEqual(first)
      },
    )

    test.describe('a person with two-step login', () => {
      test.use({ expectedComplaints: [/status of (400|401|403) /] })

      test('logs in with a code of the app, or with a recovery code', async ({ page }) => {
        const person = somebodyNew('Lia Sand')
        await createAccount(person, texts)
        await page.goto(`/login?lang=${language}`)
        await logIn(page, texts, person)
        const { key, codes } = await turnOnTwoSteps(page, texts, person)
        await logOut(page, texts)

        await page.goto(`/login?lang=${language}`)
        await tryToLogIn(page, texts, person)
        const question = page.getByRole('dialog', { name: t('forms:code.title') })
        const code = question.getByLabel(t('forms:code.label'), { exact: true })
        await keyboard(page).type(code, '12345x')
        await page.keyboard.press('Enter')
        await expect(question).toContainText(t('errors:wrong_code'))
        // The code that turned it on was used; its neighbour is accepted too.
        await code.fill(codeAt(key, new Date(Date.now() + 30_000)))
        await page.keyboard.press('Enter')
        await expect(page).toHaveURL(/\/pricing$/)
        await logOut(page, texts)

        await page.goto(`/login?lang=${language}`)
        await tryToLogIn(page, texts, person)
        await code.fill(codes[0] ?? '')
        await page.keyboard.press('Enter')
        await expect(page).toHaveURL(/\/pricing$/)
        expect((await whoIsSignedIn(page)).email).toBe(person.email)
      })
    })

    test.describe('a person who deletes the account', () => {
      test.use({ expectedComplaints: [/status of (401|403) /] })

      test(
        'cannot log in until the link in the mail undoes the deletion',
        {
          tag: [
            '@settings-preferences.danger-zone',
            '@settings-preferences.delete-confirm',
            '@settings-preferences.delete-toast',
            '@settings-preferences.delete-no-call',
          ],
        },
        async ({ page, context }) => {
          const person = somebodyNew('Ida Noor')
          await createAccount(person, texts)
          await page.goto(`/login?lang=${language}`)
          await logIn(page, texts, person)
          await deleteAccount(page, texts, person)

          await keyboard(page).press(inHeader(page, t('navigation:login')))
          await tryToLogIn(page, texts, person)
          await expect(page.getByRole('main')).toContainText(t('errors:deletion_requested'))

          const mailTab = await openMail(context, person.email, t('email:deletion.subject'))
          await keyboard(mailTab).press(button(mailTab, t('forms:undo.submit')))
          await continueToLogin(mailTab, texts, t('forms:undo.done.title'))
          await logIn(mailTab, texts, person)
        },
      )
    })
  })
}

test.describe('in several tabs', () => {
  const texts = textsOf('en')
  const { t } = texts

  test('logging in or out in one tab takes effect in the other', async ({ page, context }) => {
    const person = somebodyNew('Kai Berg')
    await createAccount(person, texts)
    const other = await context.newPage()
    await other.goto('/')
    await expect(inHeader(other, t('navigation:login'))).toBeVisible()
    await page.goto('/login')
    await logIn(page, texts, person)
    await expect(accountMenu(other, texts)).toBeVisible()
    await logOut(page, texts)
    await expect(inHeader(other, t('navigation:login'))).toBeVisible()
  })
})

const toast = (page: Page, { t }: Texts) =>
  page.getByRole('region', { name: t('components:notifications'), exact: true })

async function register(
  page: Page,
  texts: Texts,
  { name, email, password }: NewPerson,
): Promise<void> {
  const { t } = texts
  const hands = keyboard(page)
  await expect(heading(page)).toHaveText(t('forms:register.title'))
  await hands.type(field(page, t('forms:name.label')), name)
  await hands.type(field(page, t('forms:email.label')), email)
  await typePasswordTwice(page, texts, t('forms:password.label'), password)
  await hands.press(page.getByRole('main').getByRole('checkbox'), 'Space')
  await hands.press(button(page, t('forms:register.submit')))
  await expect(page).toHaveURL(/\/email-verification\?email=/)
  await expect(heading(page)).toHaveText(t('forms:verify.check.title'))
  await expect(page.getByText(email)).toBeVisible()
}

async function typePasswordTwice(
  page: Page,
  { t }: Texts,
  label: string,
  password: string,
): Promise<void> {
  await keyboard(page).type(field(page, label), password)
  await keyboard(page).type(field(page, t('forms:confirm.label')), password)
}

/**
 * Opens the link in a new tab, as a mail program does. Time is frozen there until
 * `continueToLogin`.
 */
async function openMail(context: BrowserContext, to: string, subject: string): Promise<Page> {
  const link = await linkOfMail(to, subject)
  const tab = await context.newPage()
  await stopClock(tab)
  await tab.goto(link)
  return tab
}

/**
 * Some panels redirect after a while, and the speed of the key presses depends on the machine:
 * hence the frozen clock.
 */
async function continueToLogin(page: Page, { t }: Texts, panelTitle: string): Promise<void> {
  await expect(heading(page)).toHaveText(panelTitle)
  await keyboard(page).press(
    page.getByRole('main').getByRole('link', { name: t('forms:toLogin'), exact: true }),
  )
  await expect(page).toHaveURL(/\/login$/)
  await page.clock.resume()
}

async function tryToLogIn(page: Page, texts: Texts, { email, password }: NewPerson): Promise<void> {
  const login = loginScreen(page, texts)
  const hands = keyboard(page)
  await hands.type(login.email, email)
  await hands.type(login.password, password)
  await hands.press(login.submit)
}

async function logIn(page: Page, texts: Texts, person: NewPerson): Promise<void> {
  await tryToLogIn(page, texts, person)
  await expect(page).toHaveURL(/\/pricing$/)
  await expect(accountMenu(page, texts)).toBeVisible()
}

async function logOut(page: Page, texts: Texts): Promise<void> {
  const { t } = texts
  await keyboard(page).choose(
    accountMenu(page, texts),
    page.getByRole('menuitem', { name: t('navigation:logout') }),
  )
  await expect(page).toHaveURL(/\/$/)
  await expect(inHeader(page, t('navigation:login'))).toBeVisible()
}

async function openSettings(page: Page, texts: Texts): Promise<void> {
  const { t } = texts
  await keyboard(page).choose(
    accountMenu(page, texts),
    page.getByRole('menuitem', { name: t('navigation:settings') }),
  )
  await expect(heading(page)).toHaveText(t('settings:menu.user'))
}

async function changeName(page: Page, texts: Texts): Promise<void> {
  const { t } = texts
  await openSettings(page, texts)
  await keyboard(page).type(field(page, t('settings:profile.firstName')), 'Augusta')
  await keyboard(page).press(button(page, t('settings:profile.save')))
  await expect(toast(page, texts)).toContainText(t('settings:profile.saved'))
  await expect(accountMenu(page, texts)).toHaveAccessibleName(/Augusta/)
}

async function changePhoto(page: Page, texts: Texts): Promise<void> {
  const { t } = texts
  const asked = page.waitForEvent('filechooser')
  await keyboard(page).press(button(page, t('settings:photo.change')))
  const buffer = await sharp({
    create: { width: 300, height: 200, channels: 3, background: '#d9822b' },
  })
    .png()
    .toBuffer()
  await (await asked).setFiles({ name: 'me.png', mimeType: 'image/png', buffer })
  await expect(toast(page, texts)).toContainText(t('settings:photo.changed'))
  await expect
    .poll(() =>
      accountMenu(page, texts)
        .locator('img')
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0)
}

async function changePassword(page: Page, texts: Texts, person: NewPerson): Promise<void> {
  const { t } = texts
  const hands = keyboard(page)
  const elsewhere = await signInAs(person)
  await hands.press(button(page, t('settings:password.change')))
  await hands.type(field(page, t('settings:password.current')), person.password)
  await hands.type(field(page, t('settings:password.new')), NEXT_PASSWORD)
  await hands.type(field(page, t('settings:password.confirm')), NEXT_PASSWORD)
  await hands.press(button(page, t('settings:password.submit')))
  await expect(toast(page, texts)).toContainText(t('settings:password.changed'))
  await expect(elsewhere.get('/api/auth/me'), 'the session elsewhere has ended').rejects.toThrow(
    /401/,
  )
  expect((await whoIsSignedIn(page)).email, 'this one goes on').toBe(person.email)
}

async function proveIdentity(page: Page, { t }: Texts, password: string): Promise<void> {
  const proof = page.getByRole('dialog', { name: t('forms:confirmIdentity.title') })
  const answer = proof.getByLabel(t('forms:confirmIdentity.password'), { exact: true })
  await keyboard(page).type(answer, password)
  await page.keyboard.press('Enter')
}

/** The key for the app and the recovery codes, read from the screen. */
async function turnOnTwoSteps(page: Page, texts: Texts, { password }: NewPerson) {
  const { t } = texts
  const hands = keyboard(page)
  await openSettings(page, texts)
  await hands.press(button(page, t('settings:secondFactor.turnOn')))
  await proveIdentity(page, texts, password)
  const setUp = page.getByRole('dialog', { name: t('settings:secondFactor.setUpTitle') })
  await expect(setUp.getByRole('img', { name: t('settings:secondFactor.qr') })).toBeVisible()
  const key = ((await setUp.locator('code').textContent()) ?? '').replaceAll(' ', '')
  const code = setUp.getByLabel(t('settings:secondFactor.code'), { exact: true })
  await hands.type(code, codeAt(key, new Date()))
  await page.keyboard.press('Enter')
  const shown = page.getByRole('dialog', { name: t('settings:secondFactor.codesTitle') })
  await expect(shown.getByRole('listitem')).toHaveCount(8)
  const codes = await shown.getByRole('listitem').allTextContents()
  await hands.press(buttonWith(shown, t('settings:secondFactor.done')))
  await expect(button(page, t('settings:secondFactor.turnOff'))).toBeVisible()
  return { key, codes }
}

async function deleteAccount(
  page: Page,
  texts: Texts,
  { email, password }: NewPerson,
): Promise<void> {
  const { t } = texts
  const hands = keyboard(page)
  await openSettings(page, texts)
  await hands.press(link(page.getByRole('main'), t('settings:menu.preferences')))
  await hands.press(button(page, t('settings:danger.delete')))
  const question = page.getByRole('dialog', { name: t('settings:danger.question') })
  await hands.type(question.getByRole('textbox'), 'somebody@else.test')
  await hands.press(buttonWith(question, t('settings:danger.confirm')))
  await expect(question.getByRole('textbox')).toHaveAccessibleDescription(
    t('settings:danger.mismatch'),
  )
  await hands.type(question.getByRole('textbox'), email)
  await hands.press(buttonWith(question, t('settings:danger.confirm')))
  await proveIdentity(page, texts, password)
  await expect(toast(page, texts)).toContainText(t('settings:danger.requested'))
  await expect(page).toHaveURL(/\/$/)
}

async function whoIsSignedIn(page: Page): Promise<{ id: string; email: string }> {
  const token = await page.evaluate(() => localStorage.getItem('jwt'))
  const headers = { authorization: `Bearer ${token}` }
  const answer = await page.request.get('/api/auth/me', { headers })
  expect(answer.status()).toBe(200)
  const { id, email } = (await answer.json()) as { id: string; email: string }
  return { id, email }
}

/** The pages of the simulated identity provider are in English only. */
const providerButton = (page: Page) => buttonWith(page.getByRole('main'), /Demo ID/)

async function openProvider(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await keyboard(page).press(providerButton(page))
  const popup = await opened
  await expect(heading(popup)).toHaveText('Choose an account')
  return popup
}

/**
 * The window closes while the key is still down, so only a window that stays open makes a failed
 * press a failure.
 */
async function pressUntilClosed(popup: Page, control: Locator): Promise<void> {
  const [closed, pressed] = await Promise.allSettled([
    popup.waitForEvent('close'),
    keyboard(popup).press(control),
  ])
  if (closed.status === 'rejected')
    throw pressed.status === 'rejected' ? pressed.reason : closed.reason
}

async function chooseAtProvider(page: Page, texts: Texts, email: string): Promise<void> {
  const popup = await openProvider(page)
  const hands = keyboard(popup)
  await hands.press(popup.getByText('Use another account'))
  await hands.type(popup.getByLabel('E-mail address'), email)
  await hands.type(popup.getByLabel('Name', { exact: true }), 'Zoë Lind')
  await pressUntilClosed(popup, popup.getByRole('button', { name: 'Continue', exact: true }))
  await expect(page).toHaveURL(/\/pricing$/)
  await expect(accountMenu(page, texts)).toBeVisible()
}
