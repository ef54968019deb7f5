import { X509Certificate } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createLeafCertificates } from '#sim/tls/leaf-certificates.ts'
import { createTempFolder } from '#testing/temp-folder.ts'

export async function makeCertificate(): Promise<{ file: string; expiresAt: Date }> {
  const { caPem } = createLeafCertificates(1, () => [])
  const file = join(await createTempFolder('storedawn-ca-'), 'ca.pem')
  await writeFile(file, caPem)
  return { file, expiresAt: new X509Certificate(caPem).validToDate }
}
