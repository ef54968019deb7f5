import { expect, test } from 'vitest'
import { makeKeys } from './make-keys.ts'
import { askPython, versionOfModule } from './python.ts'

const GOOD = `From: Storedawn <no-reply@storedawn.test>
To: ada@shop.example
Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe?=
Message-ID: <1@storedawn.test>
Date: ${new Date().toUTCString().replace('GMT', '+0000')}
Auto-Submitted: auto-generated
List-Unsubscribe: <https://storedawn.test/u?token=x>
List-Unsubscribe-Post: List-Unsubscribe=One-Click
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary="b"

--b
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

Gr=C3=BC=C3=9Fe https://storedawn.test/app

--b
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: quoted-printable

<p>Gr=C3=BC=C3=9Fe <a href="https://storedawn.test/app">Open</a></p>

--b--
`.replaceAll('\n', '\r\n')

const hasSigner = (await versionOfModule('dkim')) !== undefined
if (!hasSigner) console.log('notice: nothing judges the judge of mails: python3-dkim is missing')

async function judge(source: string): Promise<string[]> {
  const mail = {
    where: 'a mail',
    source: Buffer.from(source).toString('base64'),
    from: 'no-reply@storedawn.test',
    to: ['ada@shop.example'],
    isBulk: true,
    onlyHtml: ['Open'],
    ...makeKeys(),
  }
  return (await askPython('mails.py', 'dkim', [mail])).map(({ what }) => what)
}

test.skipIf(!hasSigner)('a mail by the rules is accepted', async () => {
  expect(await judge(GOOD)).toEqual([])
})

test.skipIf(!hasSigner).each([
  ['\r\nGr=C3=BC=C3=9Fe https', '\nGr=C3=BC=C3=9Fe https', 'a bare CR or LF'],
  ['Gr=C3=BC=C3=9Fe https', `${'x'.repeat(999)} https`, 'a line of more than 998 bytes'],
  ['MIME-Version: 1.0\r\n', '', 'MIME-Version is not there once'],
  [
    'Message-ID: <1@storedawn.test>',
    'Message-ID: <1@other.test>',
    'Message-ID is of another domain than From',
  ],
  [
    '<no-reply@storedawn.test>',
    '<no-reply@other.test>',
    'From is of another domain than the envelope, so SPF cannot align',
  ],
  ['To: ada@', 'To: eve@', "To is not the envelope's recipient"],
  [
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n',
    '',
    'List-Unsubscribe-Post is not that of RFC 8058',
  ],
  ['/app\r\n', '/other\r\n', 'the text lacks links of the HTML: https://storedawn.test/app'],
  ['<p>Gr=C3=BC=C3=9Fe ', '<p>', 'the HTML lacks words of the text: Grüße'],
  ['--b--\r\n', '', 'defect of a part: CloseBoundaryNotFoundDefect'],
])('%j instead of %j is found', async (right, wrong, finding) => {
  expect(await judge(GOOD.replace(right, wrong))).toContain(finding)
})
