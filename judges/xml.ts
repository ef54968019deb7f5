import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { readXmlFeeds } from './feeds.ts'
import type { Judge } from './judge.ts'
import { fromNpm, linesOf, run, withFolder } from './tools.ts'

/** Carries the schema of sitemaps.org. */
const SCHEMA = '9.0.1'
const schemas = () => fromNpm('sitemap', SCHEMA)

/** The schema wants each element declared, and this one is that of another namespace. */
const ALTERNATES = `<xsd:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema"
  targetNamespace="http://www.w3.org/1999/xhtml" elementFormDefault="qualified">
  <xsd:element name="link"><xsd:complexType>
    <xsd:attribute name="rel" fixed="alternate" use="required"/>
    <xsd:attribute name="hreflang" type="xsd:language" use="required"/>
    <xsd:attribute name="href" type="xsd:anyURI" use="required"/>
  </xsd:complexType></xsd:element>
</xsd:schema>`
const both = (folder: string) => `<xsd:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema">
  <xsd:import namespace="http://www.sitemaps.org/schemas/sitemap/0.9" schemaLocation="${folder}/schema/sitemap.xsd"/>
  <xsd:import namespace="http://www.w3.org/1999/xhtml" schemaLocation="alternates.xsd"/>
</xsd:schema>`

/** The sitemap by its schema, and feeds, which have none that a package carries, by their form. */
export const xml: Judge = {
  name: 'xml',
  tool: 'xmllint',
  async version() {
    // 20914 is 2.9.14.
    const { code, stderr } = await run('xmllint', ['--version'])
    return code === 0 && (await schemas()) ? /version (\d+)/.exec(stderr)?.[1] : undefined
  },
  skip: '`apt-get install -y libxml2-utils`; npm fetches the schema',
  async judge(start) {
    const product = await start()
    const text = await (await fetch(`${product.origin}/sitemap.xml`)).text()
    const feeds = await readXmlFeeds(product)
    const findings = await withFolder(async (folder) => [
      ...(await judgeSitemap(folder, text)),
      ...(await judgeForm(folder, feeds)),
    ])
    const checked = `${text.split('<url>').length - 1} addresses, ${feeds.length} feeds`
    return { checked, findings }
  },
}

async function judgeSitemap(folder: string, text: string): Promise<string[]> {
  await writeFile(path.join(folder, 'alternates.xsd'), ALTERNATES)
  await writeFile(path.join(folder, 'both.xsd'), both((await schemas()) ?? ''))
  const args = ['--noout', '--nonet', '--schema', 'both.xsd', '-']
  const { code, stderr } = await run('xmllint', args, { cwd: folder, input: text })
  return code === 0 ? [] : linesOf(stderr)
}

async function judgeForm(folder: string, feeds: readonly { body: string }[]): Promise<string[]> {
  const names = feeds.map((_, at) => `feed-${at}.xml`)
  for (const [at, { body }] of feeds.entries())
    await writeFile(path.join(folder, `feed-${at}.xml`), body)
  const args = ['--noout', '--nonet', ...names]
  const { code, stderr } = await run('xmllint', args, { cwd: folder })
  return code === 0 ? [] : linesOf(stderr)
}
