import { createHash } from 'node:crypto'

export type Person = {
  id: string
  /** Never assigned to another person, even if the address changes hands. */
  subject: string
  firstName: string
  lastName: string
  email: string
  isConfirmed: boolean
}

const person = (
  firstName: string,
  lastName: string,
  email: string,
  isConfirmed = true,
): Person => ({
  id: email.replace(/@.*$/, ''),
  subject: subjectFor(email),
  firstName,
  lastName,
  email,
  isConfirmed,
})

/** Domains end in `.test`, so no mail can reach a real person. */
export const people: readonly Person[] = [
  person('Nora', 'Feldmann', 'nora.feldmann@post.test'),
  person('Diego', 'Ramos', 'diego.ramos@correo.test'),
  person('Ayşe', 'Yıldız', 'ayse.yildiz@posta.test'),
  person('Sam', 'Porter', 'sam.porter@mail.test', false),
]

const MAX_NAME_LENGTH = 80
const EMAIL = /^[^\s@<>"]{1,64}@[^\s@<>"]{1,190}$/

/** The person whom the form names; null if it names no known person. */
export function personIn(form: URLSearchParams): Person | null {
  const who = form.get('who')
  if (who !== 'other') return people.find(({ id }) => id === who) ?? null
  const email = (form.get('email') ?? '').trim()
  const [firstName = '', ...rest] = (form.get('name') ?? '')
    .trim()
    .slice(0, MAX_NAME_LENGTH)
    .split(/\s+/)
  if (!EMAIL.test(email)) return null
  return {
    ...person(firstName, rest.join(' '), email),
    isConfirmed: form.get('unconfirmed') === null,
  }
}

/** The same address gives the same person, in every world. */
function subjectFor(email: string): string {
  const digest = createHash('sha256').update(`subject:${email.toLowerCase()}`).digest()
  return digest.readBigUInt64BE().toString().padStart(20, '1')
}
