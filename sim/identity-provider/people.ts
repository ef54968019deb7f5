import { createHash } from 'node:crypto'

export type Person = {
  id: string
  /** Never given to anybody else, whatever becomes of the address. */
  subject: string
  firstName: string
  lastName: string
  email: string
  isConfirmed: boolean
}

const person = (firstName: string, lastName: string, email: string, isConfirmed = true): Person => ({
  id: email.replace(/@.*$/, ''),
  subject: subjectFor(email),
  firstName,
  lastName,
  email,
  isConfirmed,
})

/** Domains end in `.test`: no mail can reach anybody. */
export const people: readonly Person[] = [
  person('Nora', 'Feldmann', 'nora.feldmann@post.test'),
  person('Diego', 'Ramos', 'diego.ramos@correo.test'),
  person('Ayşe', 'Yıldız', 'ayse.yildiz@posta.test'),
  person('Sam', 'Porter', 'sam.porter@mail.test', false),
]

const MAX_NAME_LENGTH = 80
const EMAIL = /^[^\s@<>"]{1,64}@[^\s@<>"]{1,190}$/

/** Whoever the form names; null when it names nobody. */
export function personIn(form: URLSearchParams): Person | null {
  const who = form.get('who')
  if (who !== 'other') return people.find(({ id }) => id === who) ?? null
  const email = (form.get('email') ?? '').trim()
  const [firstName = '', ...rest] = (form.get('name') ?? '').trim().slice(0, MAX_NAME_LENGTH).split(/\s+/)
  if (!EMAIL.test(email)) return null
  return { ...person(firstName, rest.join(' '), email), isConfirmed: form.get('unconfirmed') === null }
}

/** The same address is the same person, whoever typed it and in whichever world. */
function subjectFor(email: string): string {
  const digest = createHash('sha256').update(`subject:${email.toLowerCase()}`).digest()
  return digest.readBigUInt64BE().toString().padStart(20, '1')
}
