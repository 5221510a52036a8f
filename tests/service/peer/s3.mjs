// What a fleet has stored, in the eyes of Amazon's own client: the objects that the database names are there, of that
// size and with that checksum. ENDPOINT, BUCKET, WANTED and the credentials come in the environment.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';

import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';

const { ENDPOINT: endpoint, BUCKET: Bucket } = process.env;
const wanted = JSON.parse(process.env.WANTED);
const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true });

const listed = await client.send(new ListObjectsV2Command({ Bucket }));
const sizes = new Map(listed.Contents.map(({ Key, Size }) => [Key, Size]));
assert.ok(Object.keys(wanted).length > 0);
for (const [blob, { size, sha256 }] of Object.entries(wanted)) {
  const key = `${blob.slice(-2)}/${blob}`;
  assert.equal(sizes.get(key), Number(size), key);
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: key }));
  assert.equal(createHash('sha256').update(await Body.transformToByteArray()).digest('hex'), sha256, key);
}
