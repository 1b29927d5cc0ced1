import { gunzipSync } from 'node:zlib';

/** The pipeline cache data of RADV 25.0.7 for the corpus's rmw_buffer.frag on navi31, with 140 bytes of code. */
export const NAVI31_CACHE: Uint8Array = gunzipSync(
  Buffer.from(
    'H4sICIYVB2sCA2MxLmJpbgDtll1IFFEUx8+9d2admRQ/MglMXKSHHlYIM4MoMokSsRD6Qh8LyqCXQChCplEWV1nDSkmkwBBSNJJNSSFkx6VCH8' +
      'Ke3AWjWhDq0SilJdydzt2dxVlFV1mKCP/L2Xtn7rn3nL1z53fWDgAEjWYBVDcA9N/unpqfnX4Y9C8vfXxTd4XhmIHKxbYSrXfJUXu/fm/rmS+f' +
      'Kw9JO2vq6+YuAJ8PMY3Z4e2H8f5r16+O5nVWzEmDHd21N8eVEwvDgjEwf/HWwgA7e1C++3z08YG8xXdk19dzn3o9N/Y4L73um8x9dLqMx7LjOu' +
      '0iQDJfMyRoaOmwVlSL2WT8GhxUMfui2RIS+/2o8nLuQwxI5QPUAEa3NofA31G52QrmM+X9/R7Y1r8hsu7FRo7WW2TlzP8vsuP53Ifm+JPn1EaS' +
      '7vlm1W6C5QnvW+4fMdtX4fBEvoU/MwjOYpOfPL6ExplrM41a8mLQ4gWNeQiVFvEypBLNqxZEvPcEKKEBQe0Dl447FQCZe7uxf8oPokLTltuwXx' +
      'MEUqGJEPZSyJz5ydp0gr4kA+Cbwfsu/RcVqiikI5AiXoD6INAKPEmNE5hUSEMhaXUGY7iWB613jcXZXWpLXgfW47b1GVi5bYMdYK0zZMUxym0D' +
      'Uud2cvZDAtlX5RGVkUTJHFafQmLuE1jYHeX2SGK8zK3AZRMO8XVFsg3mbSVKsxgxLdcci7f2UeQ2nlHHSKqxmgqtcVLTseh3JC3xfRJMZnFVYp' +
      'BSspbbRe7LJYdNPnP/YfTJt+TF6cSxm42WuSpfBi91jdGeHsGl+6japZIWbwE81SVFqZKQ0XJWDn2A/CVQHBANAs+GhoaaKC15QVw6hZN+wkRB' +
      'gvN+hRYJHZSWiaJSnYNjJIOqTYqzkeJcg/J/8NpRBmT2R2SQcCw241jYaNUFyz3WSp0yxPKgmMNxGULA2Y41BWtWiLlA43nCNLhx33t4bYj6g9' +
      'qVjf7MYJ27cQe4D2thToDCgA/3zsfngD3gQ0LzeiMbMpa/LBAN0W3cwXrXJqJvQxCkZpHXFBvWGIbrfaegvsf6woQo6TasL78BNh2EFawMAAA=',
    'base64',
  ),
);

export const NAVI31_CODE_BYTES = 140;
