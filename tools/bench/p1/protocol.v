// The reference ordering protocol (goals.md, P1), one cycle a clock edge, with its exit-order check.
// A wave's ticket counts the launches of its key; it may enter when all older tickets have left.
module protocol (
    input  wire        clk,
    output reg  [31:0] ended,
    output reg  [31:0] order_errors
);
  reg [31:0] bits;
  reg [15:0] live;
  reg [15:0] entered;
  reg [2:0] key[0:15];
  reg [3:0] cycles[0:15];
  reg [3:0] count[0:15];
  reg [31:0] ticket[0:15];
  reg [31:0] launched[0:7];
  reg [31:0] exited[0:7];
  reg placed;
  integer i;

  initial begin
    bits = 32'h1234567;
    live = 0;
    entered = 0;
    ended = 0;
    order_errors = 0;
    for (i = 0; i < 8; i = i + 1) begin
      launched[i] = 0;
      exited[i] = 0;
    end
    for (i = 0; i < 16; i = i + 1) begin
      key[i] = 0;
      cycles[i] = 0;
      count[i] = 0;
      ticket[i] = 0;
    end
  end

  always @(posedge clk) begin
    bits = bits ^ (bits << 13);
    bits = bits ^ (bits >> 17);
    bits = bits ^ (bits << 5);
    for (i = 0; i < 16; i = i + 1)
      if (entered[i]) begin
        if (count[i] == 0) begin
          if (ticket[i] != exited[key[i]]) order_errors = order_errors + 1;
          exited[key[i]] = exited[key[i]] + 1;
          live[i] = 0;
          entered[i] = 0;
          ended = ended + 1;
        end else count[i] = count[i] - 1;
      end
    for (i = 0; i < 16; i = i + 1)
      if (live[i] && !entered[i] && ticket[i] == exited[key[i]]) begin
        entered[i] = 1;
        count[i] = cycles[i];
      end
    placed = 0;
    for (i = 0; i < 16; i = i + 1)
      if (!placed && !live[i]) begin
        placed = 1;
        live[i] = 1;
        key[i] = bits[2:0];
        cycles[i] = bits[11:8];
        ticket[i] = launched[bits[2:0]];
        launched[bits[2:0]] = launched[bits[2:0]] + 1;
      end
  end
endmodule
