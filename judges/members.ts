import { emailSignin } from '#contracts/accounts/auth.ts'
import type { Language } from '#i18n/languages.ts'
import { DEMO_PASSWORD } from '#scripts/demo-accounts.ts'
import type { Product } from './product.ts'

/** Has stores, leads, lists and briefs, and every format of an export. */
const MEMBER = 'plus@demo.storedawn.test'

export type Member = { post: (path: string, body: object) => Promise<unknown> }

/** Signs in in a language, which is the account's from then on. */
export async function signInWith(
  { origin }: Pick<Product, 'origin'>,
  language: Language,
): Promise<Member> {
  const post = async (path: string, body: object, token = ''): Promise<unknown> => {
    const answer = await fetch(origin + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'accept-language': language,
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const credentials = { email: MEMBER, password: DEMO_PASSWORD }
  const { token } = emailSignin.response.parse(await post(emailSignin.path, credentials))
  return { post: (path, body) => post(path, body, token) }
}
